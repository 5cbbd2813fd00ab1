import { type ChildProcess, spawn } from "node:child_process";
import { DEMO, startServer } from "../tests/support/server/server-process.ts";
import { type Bench, besideMs, type Figure, rounded } from "./bench.ts";

const DEVICES = 200;
const INSIGHTS_STORED = 20_000;
/** Half an hour of field time in each second: some fifty calls a second, of which a third bring photographs. */
const SPEED = 1800;
const WARM_UPS = 10;
const READS_IDLE = 200;
const READS_LOADED = 400;
const PAGE = "/api/insights/paginated?limit=25";
const SYNC_PAGE = "/api/sync?limit=1000";

interface Reads {
  readonly page: number[];
  readonly sync: number[];
}

/**
 * The time of a review page and of a page of the feed while 200 simulated Sentinels send from a process of their own.
 * Baseline: the same sequential reads before the Sentinels start and after they stop.
 */
export const bench: Bench = {
  name: "ingest-load",
  async run(): Promise<Figure[]> {
    const server = await startServer({ demoInsights: INSIGHTS_STORED });
    try {
      const token = await signIn(server.url);
      await readAll(server.url, token, WARM_UPS);
      const before = await readAll(server.url, token, READS_IDLE);
      const field = await startField(server.url);
      const beganMs = performance.now();
      const loaded = await readAll(server.url, token, READS_LOADED);
      const seconds = (performance.now() - beganMs) / 1000;
      const calls = await field.stop();
      const after = await readAll(server.url, token, READS_IDLE);
      if (calls < DEVICES) throw new Error(`${DEVICES} Sentinels made ${calls} calls only`);
      return [
        beside("ingest.load.page25.p99_ms", loaded.page, [...before.page, ...after.page]),
        beside("ingest.load.sync.p99_ms", loaded.sync, [...before.sync, ...after.sync]),
        {
          id: "ingest.load.calls_per_s",
          value: rounded(calls / seconds),
          unit: "calls/s",
          baseline: null,
          ratio: null,
          goal: null,
          pass: null,
        },
      ];
    } finally {
      await server.stop();
    }
  },
};

/** Starts the Sentinels; all are registered when this returns. `stop` returns the number of their calls since. */
async function startField(url: string): Promise<{ stop(): Promise<number> }> {
  const options = ["--devices", DEVICES, "--days", 30, "--speed", SPEED, "--seed", "load", "--no-updates"];
  const child = spawn(process.execPath, ["dist/node/cli/simulate.js", "--url", url, ...options.map(String)], {
    env: { PATH: process.env.PATH, SIMULATE_EMAIL: DEMO.email, SIMULATE_PASSWORD: DEMO.password },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      if (output.includes(`${DEVICES} Sentinels`)) resolve();
    });
    void ended.then(() => reject(new Error(`the simulation ended:\n${output}`)));
  });
  return {
    async stop() {
      interrupt(child);
      await ended;
      return Number(/calls\s+(\d+)/.exec(output)?.[1] ?? 0);
    },
  };
}

function interrupt(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT");
}

async function readAll(url: string, token: string, count: number): Promise<Reads> {
  const reads: Reads = { page: [], sync: [] };
  for (let read = 0; read < count; read += 1) {
    reads.page.push(await timed(`${url}${PAGE}`, token, '"insight_id"'));
    reads.sync.push(await timed(`${url}${SYNC_PAGE}`, token, '"insights":{"rows":'));
  }
  return reads;
}

async function timed(url: string, token: string, proof: string): Promise<number> {
  const beganMs = performance.now();
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  const elapsedMs = performance.now() - beganMs;
  if (answer.status !== 200 || !text.includes(proof)) throw new Error(`${url} answered ${answer.status}`);
  return elapsedMs;
}

function beside(id: string, loaded: readonly number[], idle: readonly number[]): Figure {
  return besideMs(id, p99(loaded), p99(idle));
}

function p99(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.floor(sorted.length * 0.99)];
  if (found === undefined) throw new Error("a share of nothing");
  return found;
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(DEMO),
  });
  const { token } = (await answer.json()) as { token?: string };
  if (token === undefined) throw new Error(`sign-in was answered with ${answer.status}`);
  return token;
}
