import { readdirSync, readFileSync } from "node:fs";

const SAMPLE_EVERY_MS = 50;

/**
 * Samples the resident memory of a process and its children together (Linux). Pages that they share, such as those of
 * the program, are counted once. @returns its greatest, in MB
 */
export function watchMemory(pid: number): { stop(): number } {
  let peakKb = 0;
  const sample = () => {
    peakKb = Math.max(
      peakKb,
      familyOf(pid).reduce((sum, one) => sum + residentKb(one), 0),
    );
  };
  sample();
  const timer = setInterval(sample, SAMPLE_EVERY_MS);
  return {
    stop() {
      clearInterval(timer);
      sample();
      return peakKb / 1024;
    },
  };
}

function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
  return [pid, ...children];
}

/** 0 for one that has ended. */
function residentKb(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
