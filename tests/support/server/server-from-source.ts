import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { programArgs } from "./program.ts";

/** The server in a process of its own, which needs no build of the app. */
export interface SourceServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a power cut does. */
  kill(): Promise<void>;
  /** Tells it to end, as an operator does. @returns how long it took, in ms */
  end(): Promise<number>;
}

const MAIN = programArgs("server/main.ts");

/** Starts it and waits until it is ready. @param settings of the environment; DATA_DIR at least */
export async function startFromSource(settings: Readonly<Record<string, string>>): Promise<SourceServer> {
  const child = spawn(process.execPath, MAIN, {
    env: { PATH: process.env.PATH, LOG_LEVEL: "silent", PORT: "0", ...settings },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.on("exit", () => resolve()));
  for await (const line of createInterface(child.stdout)) {
    const url = /is ready at (\S+)$/.exec(line)?.[1];
    if (url === undefined) continue;
    return {
      url,
      port: Number(new URL(url).port),
      async kill() {
        child.kill("SIGKILL");
        await ended;
      },
      async end() {
        const toldMs = performance.now();
        child.kill("SIGTERM");
        await ended;
        return performance.now() - toldMs;
      },
    };
  }
  throw new Error("The server ended before it was ready.");
}
