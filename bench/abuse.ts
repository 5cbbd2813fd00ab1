import { spawn } from "node:child_process";
import { addAttackedPeople } from "../tests/support/neighbours/attacked-world.ts";
import { type Answers, ATTACKS, type Attack, type Attacker } from "../tests/support/neighbours/attacks.ts";
import { DATABASE_KINDS, type DatabaseKind } from "../tests/support/server/databases.ts";
import { startServer } from "../tests/support/server/server-process.ts";
import { type Bench, type Figure, rounded, timesBaseline } from "./bench.ts";
import { watchMemory } from "./support/process-memory.ts";

const WARM_UPS = 50;
const READS = 300;
const PAGE = "/api/insights/paginated?limit=25";
const MOST_OF_IDLE = 5;
const MOST_MB = 700;

/**
 * The review page of one user while another member attacks the server over eight connections, in one way after the
 * other. Baseline: the same page of the same server before and after. The memory is that of all its processes.
 */
export const bench: Bench = {
  name: "abuse",
  async run(): Promise<Figure[]> {
    const figures: Figure[] = [];
    for (const kind of DATABASE_KINDS) figures.push(...(await measure(kind)));
    return figures;
  },
};

async function measure(kind: DatabaseKind): Promise<Figure[]> {
  const opened = await kind.open();
  const { attacker, neighbour } = await addAttackedPeople(opened);
  const env = opened.databaseUrl === null ? {} : { DATABASE_URL: opened.databaseUrl };
  const server = await startServer({ dataDir: opened.dataDir, env });
  try {
    const read = (times: number) => readPages(server.url, neighbour.token, times);
    await read(WARM_UPS);
    const memory = watchMemory(server.pid);
    const idle = await read(READS);
    const attacked = new Map<Attack, number[]>();
    for (const attack of ATTACKS) {
      const attacking = await startAttacker({ ...attacker, url: server.url }, attack);
      attacked.set(attack, await read(READS));
      expectAnswers(attack, await attacking.stop());
    }
    idle.push(...(await read(READS)));
    const peakMb = memory.stop();
    const name = kind.name.toLowerCase();
    return [
      ...Array.from(attacked, ([attack, times]) =>
        timesBaseline(`abuse.${attack.replaceAll(" ", "_")}.p99_ms.${name}`, p99(times), p99(idle), null),
      ),
      timesBaseline(
        `abuse.neighbour.p99_ms.${name}`,
        p99([...attacked.values()].flat()),
        p99(idle),
        MOST_OF_IDLE,
      ),
      {
        id: `abuse.peak_rss_mb.${name}`,
        value: rounded(peakMb),
        unit: "MB",
        baseline: null,
        ratio: null,
        goal: `≤ ${MOST_MB}`,
        pass: peakMb <= MOST_MB,
      },
    ];
  } finally {
    await server.stop();
    await opened.close();
  }
}

async function startAttacker(attacker: Attacker, attack: Attack): Promise<{ stop(): Promise<Answers> }> {
  const args = ["--import", "tsx", "bench/support/attacker.ts", JSON.stringify(attacker), attack];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      resolve();
    });
    void ended.then(() => reject(new Error(`the attack "${attack}" ended by itself`)));
  });
  return {
    async stop() {
      child.stdin.end();
      await ended;
      return JSON.parse(output.trim().split("\n").at(-1) ?? "");
    },
  };
}

/** An attack that was turned away by mistake would measure nothing. */
function expectAnswers(attack: Attack, answers: Answers): void {
  console.log(`  ${attack}: ${JSON.stringify(answers)}`);
  const count = Object.values(answers).reduce((sum, one) => sum + one, 0);
  const isExpected = (status: number) => [200, 400, 429].includes(status);
  if (count < 8 || !Object.keys(answers).map(Number).every(isExpected)) {
    throw new Error(`"${attack}" was answered with ${JSON.stringify(answers)}`);
  }
}

async function readPages(url: string, token: string, times: number): Promise<number[]> {
  const elapsed: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const begunMs = performance.now();
    const answer = await fetch(`${url}${PAGE}`, { headers: { authorization: `Bearer ${token}` } });
    const { message } = (await answer.json()) as { message?: unknown[] };
    elapsed.push(performance.now() - begunMs);
    if (message?.length !== 25) throw new Error(`the page was answered with ${answer.status}`);
  }
  return elapsed;
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.floor(sorted.length * 0.99)];
  if (found === undefined) throw new Error("a share of nothing");
  return found;
}
