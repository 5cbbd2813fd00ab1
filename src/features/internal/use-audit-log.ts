import { useCallback, useEffect, useState } from "react";
import type { ServerList } from "../../client/server-list.ts";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import type { AuditEntry, AuditPage } from "../../protocol/calls/internal-calls.ts";
import { type AuditChoice, readAudit } from "./internal-calls.ts";

interface Read {
  readonly choice: AuditChoice;
  readonly rows: readonly AuditEntry[];
  readonly total: number;
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
  const { phase } = useSyncStatus();
  const away = phase === "offline" || phase === "signedOut";
  const { actor, action } = choice;
  const [read, setRead] = useState<Read | null>(null);
  const [actors, setActors] = useState<AuditPage["actors"]>([]);
  const [problem, setProblem] = useState<Problem>(null);
  const [reading, setReading] = useState(true);
  /** The entry behind which to go on; null: from the newest. `attempt` asks anew for the same. */
  const [from, setFrom] = useState<{ before: string | null; attempt: number }>({ before: null, attempt: 0 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same again, as a connection that returns
  useEffect(() => {
    const abort = new AbortController();
    setReading(true);
    void readAudit(http, { actor, action }, from.before, abort.signal).then((outcome) => {
      if (abort.signal.aborted) return;
      setReading(false);
      if (outcome.kind !== "answer") {
        setProblem(outcome.kind === "refusal" && outcome.status !== 401 ? "failed" : "offline");
        return;
      }
      setProblem(null);
      const { message, total, actors: known } = outcome.value;
      setActors(known);
      setRead((earlier) => {
        const goesOn = from.before !== null && earlier !== null && isSame(earlier.choice, { actor, action });
        return { choice: { actor, action }, rows: goesOn ? [...earlier.rows, ...message] : message, total };
      });
    });
    return () => abort.abort();
  }, [http, actor, action, from, away]);

  const reload = useCallback(() => setFrom(({ attempt }) => ({ before: null, attempt: attempt + 1 })), []);
  const shown = read !== null && isSame(read.choice, choice) ? read : null;
  const last = shown?.rows.at(-1);
  const hasOlder = shown !== null && last !== undefined && shown.rows.length < shown.total && !reading;
  return {
    list: listOf(shown, { reading, problem, away }),
    total: shown?.total ?? 0,
    actors,
    older: hasOlder ? () => setFrom(({ attempt }) => ({ before: last.id, attempt: attempt + 1 })) : null,
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
