import { type ChildProcess, spawn } from "node:child_process";
import type { Random } from "../../server/demo/random.ts";
import { freePort } from "../support/server/ports.ts";

/** Two server processes over one database, which are killed at random and started again. */
export interface ServerPair {
  /** The port of one that runs; null while none does. */
  portNow(): number | null;
  readonly kills: () => number;
  /** Kills one, or both, and starts them again a moment later. */
  kill(): Promise<void>;
  /** Kills both, and starts them again after `work`. */
  whileStopped(work: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
  /** The last output of both, for a report. */
  output(): string;
}

export interface ServerPairParts {
  random: Random;
  /** Arguments of Node that start a server. */
  entry: readonly string[];
  env: Readonly<Record<string, string>>;
}

const OUTPUT_KEPT = 8_000;
const READY_WITHIN_MS = 120_000;

export async function startServerPair({ random, entry, env }: ServerPairParts): Promise<ServerPair> {
  const ports = [await freePort(), await freePort()];
  const running = new Map<number, ChildProcess>();
  const ready = new Set<number>();
  let output = "";
  let kills = 0;

  const start = async (port: number) => {
    const child = spawn(process.execPath, [...entry], {
      env: { PATH: process.env.PATH, HOST: "127.0.0.1", LOG_LEVEL: "error", ...env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.set(port, child);
    const isReady = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`a server did not start:\n${output}`)), READY_WITHIN_MS);
      const read = (chunk: Buffer) => {
        output = (output + chunk).slice(-OUTPUT_KEPT);
        if (!String(chunk).includes("is ready at")) return;
        clearTimeout(late);
        resolve();
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      child.once("exit", () => {
        clearTimeout(late);
        reject(new Error(`a server ended at its start:\n${output}`));
      });
    });
    await isReady;
    ready.add(port);
  };
  const end = (port: number) => {
    const child = running.get(port);
    ready.delete(port);
    running.delete(port);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    return new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGKILL");
    });
  };
  const endAll = () => {
    for (const child of running.values()) child.kill("SIGKILL");
  };
  process.on("exit", endAll);
  for (const port of ports) await start(port);

  /** One kill at a time: a server that is being started again is not there for another one. */
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };

  return {
    portNow: () => (ready.size === 0 ? null : random.pick([...ready])),
    kills: () => kills,
    kill: () =>
      inTurn(async () => {
        const victims = random.chance(0.3) ? ports : [random.pick(ports)];
        kills += victims.length;
        await Promise.all(victims.map(end));
        await new Promise((resolve) => setTimeout(resolve, random.between(50, 2_500)));
        await Promise.all(victims.map(start));
      }),
    whileStopped: (work) =>
      inTurn(async () => {
        kills += ports.length;
        await Promise.all(ports.map(end));
        await work();
        await Promise.all(ports.map(start));
      }),
    async stop() {
      await Promise.all(ports.map(end));
      process.off("exit", endAll);
    },
    output: () => output,
  };
}
