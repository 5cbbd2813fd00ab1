import { useEffect, useMemo, useRef, useState } from "react";
import type { ServerList } from "../../../client/server-list.ts";
import { useServices } from "../../../client/services.tsx";
import { useServerList } from "../../../client/use-server-list.ts";
import {
  type AssignmentChange,
  assignmentChange,
  isSameAssignment,
  rebaseAssignment,
} from "../../../domain/account/assignment.ts";
import {
  ASSIGN_CALLS,
  type AssignKind,
  type AssignRow,
  assignedPath,
  assignRowId,
  saveAssignment,
} from "./assign-calls.ts";

interface Edit {
  base: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
}

interface Failure {
  problem: string;
  /** Sentences by the id of the row that was refused. */
  rows: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** One user's assignment of one kind: the list as it was read, the edit of it, and its save. */
export function useAssignment(kind: AssignKind, userId: string) {
  const { http, sync } = useServices();
  const { list, reload } = useServerList<AssignRow>({
    path: assignedPath(kind, userId),
    row: ASSIGN_CALLS[kind].isRow,
  });
  const [edit, setEdit] = useState<Edit | null>(null);
  const [others, setOthers] = useState<AssignmentChange | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [busy, setBusy] = useState(false);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);

  const read = useMemo(() => idsOf(list), [list]);
  // An edit keeps the list on which it began; until then the latest list is shown.
  const { base, chosen } = edit ?? { base: read, chosen: read };
  const change = useMemo(() => assignmentChange(base, chosen), [base, chosen]);

  return {
    list,
    reload,
    base,
    chosen,
    /** The edit itself, another object with each step of it; null before the first. */
    draft: edit,
    change,
    changed: !isSameAssignment(base, chosen),
    /** The change by others that was found at the last save; null where there was none. */
    others,
    failure,
    busy,
    choose(next: ReadonlySet<string>) {
      setEdit({ base, chosen: next });
      setFailure(null);
    },
    takeTheirs() {
      setEdit({ base, chosen: base });
      setOthers(null);
      setFailure(null);
    },
    /** @returns whether the server has the list as it is chosen */
    async save(): Promise<boolean> {
      setBusy(true);
      setFailure(null);
      setOthers(null);
      const outcome = await saveAssignment(http, { kind, userId, base, chosen });
      // Staff assign to themselves too: their own rows then change.
      if (outcome.kind !== "changed") void sync.pullNow().catch(() => undefined);
      if (!here.current) return false;
      setBusy(false);
      if (outcome.kind === "changed") {
        const { latest } = outcome;
        setOthers(assignmentChange(base, latest));
        setEdit({ base: latest, chosen: rebaseAssignment(base, chosen, latest) });
        reload();
      } else if (outcome.kind === "failed") {
        setFailure(outcome);
      }
      return outcome.kind === "saved";
    },
  };
}

function idsOf(list: ServerList<AssignRow>): ReadonlySet<string> {
  return list.kind === "loaded" ? new Set(list.rows.map(assignRowId)) : NOTHING;
}
