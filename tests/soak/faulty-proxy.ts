import { type AddressInfo, createConnection, createServer, type Socket } from "node:net";
import type { Random } from "../../server/demo/random.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../src/protocol/protocol-version.ts";

/** Counts of faults, over all proxies that share them. */
export interface NetworkFigures {
  requests: number;
  faults: Record<Fault, number>;
  /** Times that a whole device was without a network. */
  outages: number;
  /** Answers with 200 to a POST, by its idempotency key. */
  answered: Map<string, number>;
}

const FAULTS = [
  "gateway",
  "lost",
  "lostHalfway",
  "answerLost",
  "answerCut",
  "silent",
  "answerSilent",
  "slow",
] as const;
type Fault = (typeof FAULTS)[number];
/** Weights of the faults. A stalled connection costs a client its whole timeout, so it is the rarest. */
const WEIGHTS: Readonly<Record<Fault, number>> = {
  gateway: 8,
  lost: 8,
  lostHalfway: 6,
  answerLost: 12,
  answerCut: 8,
  silent: 1,
  answerSilent: 1,
  slow: 16,
};

const JSON_ERRORS: readonly [string, object][] = [
  ["400 Bad Request", { code: "invalid", errors: { cursor: "?" } }],
  ["401 Unauthorized", { code: "signed_out", errors: {} }],
  ["403 Forbidden", { code: "forbidden", errors: { general: "Pay first." } }],
  ["404 Not Found", { message: "no Route matched with those values" }],
  ["404 Not Found", { code: "not_found", errors: {} }],
  ["410 Gone", { code: "resync", errors: {} }],
  ["413 Content Too Large", { code: "too_large", errors: {} }],
  ["422 Unprocessable Content", { code: "key_reused", errors: {} }],
  ["503 Service Unavailable", { message: "try later" }],
];
const PORTAL = "<!doctype html><title>Sign in to the network</title>";
/** What gateways and portals answer in the server's place. */
const GATEWAY_ANSWERS: readonly string[] = [
  ...JSON_ERRORS.map(([status, body]) => answerOf(status, "application/json", JSON.stringify(body))),
  answerOf("200 OK", "text/html", PORTAL),
  answerOf("502 Bad Gateway", "text/html", PORTAL),
];

export function newNetworkFigures(): NetworkFigures {
  return {
    requests: 0,
    faults: Object.fromEntries(FAULTS.map((fault) => [fault, 0])) as Record<Fault, number>,
    outages: 0,
    answered: new Map(),
  };
}

export interface FaultyProxy {
  readonly url: string;
  /** Refuses all connections until each that was begun is ended. */
  beginOutage(): void;
  endOutage(): void;
  /** From now on all requests pass; stalled connections stay stalled. */
  behave(): void;
  stop(): Promise<void>;
}

export interface FaultyProxyParts {
  random: Random;
  faultRate: number;
  silenceMs: number;
  figures: NetworkFigures;
  /** The port of a server that runs, null while none does. */
  serverPort: () => number | null;
}

/** A TCP proxy that injects faults of a bad link into requests, at random and unannounced. */
export async function startFaultyProxy(parts: FaultyProxyParts): Promise<FaultyProxy> {
  const { random, figures } = parts;
  const sockets = new Set<Socket>();
  let outages = 0;
  let behaves = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const chooseFault = (): Fault | null => {
    if (behaves || !random.chance(parts.faultRate)) return null;
    const fault = random.pick(FAULTS.flatMap((one) => new Array<Fault>(WEIGHTS[one]).fill(one)));
    figures.faults[fault] += 1;
    return fault;
  };

  const server = createServer((client) => {
    keep(client);
    const port = parts.serverPort();
    if (outages > 0 || port === null) return void client.destroy();
    const upstream = createConnection({ host: "127.0.0.1", port });
    keep(upstream);
    let fault: Fault | null = null;
    let key: string | null = null;
    const drop = () => {
      client.destroy();
      upstream.destroy();
    };
    const silence = () => {
      if (Number.isFinite(parts.silenceMs)) setTimeout(drop, parts.silenceMs).unref();
    };
    client.on("data", (chunk) => {
      if (fault === "silent" || fault === "answerSilent") return;
      const head = /^(GET|POST|PUT|DELETE) /.test(chunk.toString("latin1", 0, 8));
      if (head) {
        figures.requests += 1;
        key = keyOf(chunk);
        fault = chooseFault();
      }
      if (fault === "lost") return drop();
      if (fault === "gateway") {
        upstream.destroy();
        if (head) client.end(random.pick(GATEWAY_ANSWERS));
        return;
      }
      if (fault === "silent") return silence();
      if (fault === "answerSilent") silence();
      if (fault === "lostHalfway") {
        upstream.write(chunk.subarray(0, chunk.length / 2), drop);
        return;
      }
      if (fault !== "slow" || !head) return void upstream.write(chunk);
      client.pause();
      setTimeout(
        () => {
          upstream.write(chunk);
          client.resume();
        },
        random.between(50, 800),
      ).unref();
    });
    upstream.on("data", (chunk) => {
      if (key !== null && chunk.toString("latin1", 0, 12) === "HTTP/1.1 200") {
        figures.answered.set(key, (figures.answered.get(key) ?? 0) + 1);
        key = null;
      }
      if (fault === "answerSilent") return;
      if (fault === "answerLost") return drop();
      if (fault === "answerCut") return void client.write(chunk.subarray(0, chunk.length / 2), drop);
      client.write(chunk);
    });
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => {
      if (fault !== "silent" && fault !== "answerSilent" && fault !== "gateway") client.destroy();
    });
  });

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `http://127.0.0.1:${port}`,
    beginOutage() {
      outages += 1;
      figures.outages += 1;
      dropAll();
    },
    endOutage() {
      outages -= 1;
    },
    behave() {
      behaves = true;
    },
    async stop() {
      dropAll();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function answerOf(status: string, type: string, body: string): string {
  return `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
}

function keyOf(chunk: Buffer): string | null {
  const pattern = new RegExp(`^${IDEMPOTENCY_KEY_HEADER}: *(\\S+)`, "im");
  return pattern.exec(chunk.toString("latin1", 0, 2_000))?.[1] ?? null;
}
