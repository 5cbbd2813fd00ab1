import { Agent, request } from "node:http";

/** An ordinary member and a Sentinel of theirs, who mean ill. */
export interface Attacker {
  readonly url: string;
  readonly token: string;
  readonly deviceId: string;
  readonly deviceKey: string;
}

export const ATTACKS = ["lists", "large rows", "faults", "bulk updates"] as const;

/** A kind of call that one member repeats without end. Each stopped the server for all once (neighbour 1 to 4). */
export type Attack = (typeof ATTACKS)[number];

interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly as: "member" | "Sentinel";
  readonly body?: string;
}

const callsOf = ({ deviceId }: Attacker): Readonly<Record<Attack, readonly Call[]>> => ({
  lists: [
    get("/api/collections/paginated?limit=10000"),
    get("/api/collections/paginated?limit=10000&offset=2000"),
    get("/api/insights/overview"),
  ],
  "large rows": [
    get("/api/insights/paginated?limit=10000"),
    get("/api/sync?limit=10000"),
    post("/api/updates/", {
      insights: Array.from({ length: 1_000 }, (_, at) => ({
        insightId: `${at}`.padEnd(200, "x"),
        deviceId: "y".repeat(200),
        insightStatus: "archive",
      })),
    }),
  ],
  faults: [
    { ...post("/api/ingest/insights", { insights: new Array(1_000).fill({}) }), as: "Sentinel" },
    post("/api/updates/", { insights: new Array(1_000).fill({}) }),
  ],
  "bulk updates": [
    post("/api/updates/", {
      insights: Array.from({ length: 1_000 }, (_, at) => ({
        insightId: String(at + 1),
        deviceId,
        insightStatus: at % 2 === 0 ? "archive" : "favorite",
      })),
    }),
  ],
});

function get(path: string): Call {
  return { method: "GET", path, as: "member" };
}

function post(path: string, body: unknown): Call {
  return { method: "POST", path, as: "member", body: JSON.stringify(body) };
}

/** Answers by their status; 0 for calls whose connection ended. */
export type Answers = Record<number, number>;

export interface RunningAttack {
  /** Resolves with the first answer. */
  readonly answered: Promise<void>;
  stop(): Promise<Answers>;
}

/** Sends the calls of one attack over and over, until it is stopped or the server takes no more connections. */
export function startAttack(attacker: Attacker, attack: Attack, callsAtOnce: number): RunningAttack {
  const agent = new Agent({ keepAlive: true, maxSockets: callsAtOnce });
  const calls = callsOf(attacker)[attack];
  const answers: Answers = {};
  let next = 0;
  let isOver = false;
  let firstAnswered: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    firstAnswered = resolve;
  });
  const lane = async () => {
    for (;;) {
      const call = calls[next++ % calls.length];
      if (isOver || call === undefined) return;
      const status = await send(attacker, call, agent);
      answers[status] = (answers[status] ?? 0) + 1;
      firstAnswered();
      // Nothing listens any more: as many attempts as the machine can make would say no more.
      if (status === 0) return;
    }
  };
  const lanes = Promise.all(Array.from({ length: callsAtOnce }, lane));
  return {
    answered,
    async stop() {
      isOver = true;
      await lanes;
      agent.destroy();
      return answers;
    },
  };
}

/** @returns the status of the answer, once all of it has come; 0 where the connection ended before */
function send({ url, token, deviceKey }: Attacker, call: Call, agent: Agent): Promise<number> {
  const bearer = call.as === "member" ? token : deviceKey;
  const headers = {
    authorization: `Bearer ${bearer}`,
    "accept-encoding": "br",
    ...(call.body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": Buffer.byteLength(call.body) }),
  };
  return new Promise((resolve) => {
    const sent = request(`${url}${call.path}`, { method: call.method, headers, agent }, (answer) => {
      answer.on("error", () => undefined);
      answer.on("close", () => resolve(answer.complete ? (answer.statusCode ?? 0) : 0));
      answer.resume();
    });
    sent.on("error", () => resolve(0));
    sent.end(call.body);
  });
}
