import { useCallback, useEffect, useState } from "react";
import { readProblem } from "../../client/call-problem.ts";
import type { ServerList } from "../../client/server-list.ts";
import { useServices } from "../../client/services.tsx";
import { useReadAgain } from "../../client/use-read-again.ts";
import type { AuditEntry, AuditPage } from "../../protocol/calls/internal-calls.ts";
import { type AuditChoice, readAudit } from "./internal-calls.ts";

interface Read {
  readonly choice: AuditChoice;
  readonly rows: readonly AuditEntry[];
  readonly total: number;
}
interface Asked {
  readonly choice: AuditChoice;
  readonly before: string | null;
}
type Problem = "offline" | "failed" | null;

export interface AuditLog {
  readonly list: ServerList<AuditEntry>;
  /** Entries of the choice on the server. */
  readonly total: number;
  readonly actors: AuditPage["actors"];
  /** Null where all are shown. */
  readonly older: (() => void) | null;
  reload(): void;
}

/** The newest entries of the audit log, and older ones page by page as they are asked for. */
export function useAuditLog(choice: AuditChoice): AuditLog {
  const { http } = useServices();
  const [read, setRead] = useState<Read | null>(null);
  const [actors, setActors] = useState<AuditPage["actors"]>([]);
  const [problem, setProblem] = useState<Problem>(null);
  const [reading, setReading] = useState(true);
  /** `before` is the entry behind which to go on; null: from the newest. A new object asks anew for the same. */
  const [asked, setAsked] = useState<Asked>({ choice, before: null });
  // Another choice has other entries, so it begins with its newest.
  if (!isSame(asked.choice, choice)) setAsked({ choice, before: null });

  useEffect(() => {
    const abort = new AbortController();
    setReading(true);
    void readAudit(http, asked.choice, asked.before, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return;
      setReading(false);
      if (outcome.kind !== "answer") {
        setProblem(readProblem(outcome));
        return;
      }
      setProblem(null);
      const { message, total, actors: known } = outcome.value;
      setActors(known);
      setRead((earlier) => {
        const goesOn = asked.before !== null && earlier !== null && isSame(earlier.choice, asked.choice);
        // The same page comes once more when the connection returns.
        const kept = goesOn ? earlier.rows.filter(({ id }) => message.every((entry) => entry.id !== id)) : [];
        return { choice: asked.choice, rows: [...kept, ...message], total };
      });
    });
    return () => abort.abort();
  }, [http, asked]);

  const reload = useCallback(() => setAsked(({ choice: same }) => ({ choice: same, before: null })), []);
  const readAgain = useCallback(() => setAsked((same) => ({ ...same })), []);
  const away = useReadAgain(problem === "offline", readAgain);
  const shown = read !== null && isSame(read.choice, choice) ? read : null;
  const last = shown?.rows.at(-1);
  const hasOlder = shown !== null && last !== undefined && shown.rows.length < shown.total && !reading;
  return {
    list: listOf(shown, { reading, problem, away }),
    total: shown?.total ?? 0,
    actors,
    older: hasOlder ? () => setAsked({ choice, before: last.id }) : null,
    reload,
  };
}

function isSame(a: AuditChoice, b: AuditChoice): boolean {
  return a.actor === b.actor && a.action === b.action;
}

function listOf(
  shown: Read | null,
  { reading, problem, away }: { reading: boolean; problem: Problem; away: boolean },
): ServerList<AuditEntry> {
  if (shown !== null) {
    return { kind: "loaded", rows: shown.rows, reading, outdated: away ? "offline" : problem };
  }
  if (away) return { kind: "offline" };
  return reading || problem === null ? { kind: "loading" } : { kind: problem };
}
