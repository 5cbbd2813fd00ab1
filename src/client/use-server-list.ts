import { useCallback, useEffect, useState } from "react";
import { type Guard, isListOf, isMessage } from "../platform/json-shape.ts";
import { readProblem } from "./call-problem.ts";
import type { ServerList } from "./server-list.ts";
import { useServices } from "./services.tsx";
import { useReadAgain } from "./use-read-again.ts";

interface ServerListQuestion<Row> {
  /** From `/api` on; the answer is `{message: [Row]}`. Null sends no request; the list is then loading. */
  path: string | null;
  /** Defined outside of the component, so that it is the same function in every render. */
  row: Guard<Row>;
  /** The list is read again when this value changes, for instance a state of a Sentinel that the feed has brought. */
  because?: unknown;
}

interface Read<Row> {
  path: string;
  /** The latest that came. */
  rows: readonly Row[] | null;
  reading: boolean;
  problem: "offline" | "failed" | null;
}

/**
 * Reads a list online for one screen, anew after `reload` and whenever the connection comes back. The last
 * answer stays while the next one is on its way or cannot come; a call is given up when the screen is left.
 */
export function useServerList<Row>({ path, row, because }: ServerListQuestion<Row>): {
  list: ServerList<Row>;
  reload(): void;
} {
  const { http } = useServices();
  const [read, setRead] = useState<Read<Row> | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt and because are reasons to ask anew
  useEffect(() => {
    if (path === null) return;
    const abort = new AbortController();
    setRead((before) =>
      before?.path === path
        ? { ...before, reading: true }
        : { path, rows: null, reading: true, problem: null },
    );
    const ask = async () => {
      const outcome = await http.call({ path, accept: isMessage(isListOf(row)), signal: abort.signal });
      if (abort.signal.aborted) return;
      setRead((before) =>
        outcome.kind === "answer"
          ? { path, rows: outcome.value.message, reading: false, problem: null }
          : { path, rows: before?.rows ?? null, reading: false, problem: readProblem(outcome) },
      );
    };
    void ask();
    return () => abort.abort();
  }, [http, path, row, attempt, because]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  const away = useReadAgain(read?.problem === "offline", reload);
  return { list: listOf(read?.path === path ? read : null, away), reload };
}

function listOf<Row>(read: Read<Row> | null, away: boolean): ServerList<Row> {
  if (read !== null && read.rows !== null) {
    const { rows, reading, problem } = read;
    return { kind: "loaded", rows, reading, outdated: away ? "offline" : problem };
  }
  // Without a connection the list is offline at once, not only after the call's timeout.
  if (away) return { kind: "offline" };
  return read === null || read.reading || read.problem === null
    ? { kind: "loading" }
    : { kind: read.problem };
}
