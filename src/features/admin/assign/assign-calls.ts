import { callProblem } from "../../../client/call-problem.ts";
import { isSameAssignment } from "../../../domain/account/assignment.ts";
import type { Http, HttpOutcome } from "../../../platform/http.ts";
import { type Guard, isListOf, isMessage } from "../../../platform/json-shape.ts";
import { isAlg } from "../../../protocol/records/internal-guards.ts";
import { isDevice } from "../../../protocol/records/record-guards.ts";
import type { Alg, Device, Release } from "../../../protocol/shapes.ts";
import { ALGS_PATH, DEVICES_PATH, isRelease, RELEASES_PATH, USERS_PATH } from "../admin-calls.ts";

export const ASSIGN_KIND_NAMES = ["releases", "devices", "algs"] as const;
export type AssignKind = (typeof ASSIGN_KIND_NAMES)[number];
export type AssignRow = Device | Alg | Release;

interface AssignCalls {
  /** Of all that can be assigned. */
  path: string;
  /** The last part of the path of a user's own list. */
  part: string;
  /** The field of the body that holds the whole list of ids. */
  field: string;
  isRow: Guard<AssignRow>;
}

export const ASSIGN_CALLS: Readonly<Record<AssignKind, AssignCalls>> = {
  releases: { path: RELEASES_PATH, part: "modelRelease", field: "algReleaseIds", isRow: isRelease },
  devices: { path: DEVICES_PATH, part: "devices", field: "deviceIds", isRow: isDevice },
  algs: { path: ALGS_PATH, part: "algs", field: "algIds", isRow: isAlg },
};

export function assignedPath(kind: AssignKind, userId: string): string {
  return `${USERS_PATH}/${encodeURIComponent(userId)}/${ASSIGN_CALLS[kind].part}`;
}

export function assignRowId(row: AssignRow): string {
  if ("device_id" in row) return row.device_id;
  return "alg_id" in row ? row.alg_id : row.id;
}

interface AssignmentToSave {
  kind: AssignKind;
  userId: string;
  /** The ids that were assigned when the edit began. */
  base: ReadonlySet<string>;
  chosen: ReadonlySet<string>;
}

export type SaveOutcome =
  | { kind: "saved" }
  /** Another one has changed the list since the edit began; nothing was sent. */
  | { kind: "changed"; latest: ReadonlySet<string> }
  /** `rows` are sentences by the id of the row that the server would not take. */
  | { kind: "failed"; problem: string; rows: ReadonlyMap<string, string> };

const NO_ROWS: ReadonlyMap<string, string> = new Map();

/**
 * Sends the whole list, which replaces the server's, if that is still the one that was edited.
 *
 * A list that already is as it was to become counts as saved: the answer of an earlier attempt was lost.
 */
export async function saveAssignment(
  http: Http,
  { kind, userId, base, chosen }: AssignmentToSave,
): Promise<SaveOutcome> {
  const path = assignedPath(kind, userId);
  const { field, isRow } = ASSIGN_CALLS[kind];
  const accept = isMessage(isListOf(isRow));
  const now = await http.call({ path, accept });
  if (now.kind !== "answer") return failed(now, NO_ROWS);
  const latest = new Set(now.value.message.map(assignRowId));
  if (isSameAssignment(latest, chosen)) return { kind: "saved" };
  if (!isSameAssignment(latest, base)) return { kind: "changed", latest };
  const ids = [...chosen];
  const written = await http.call({ method: "PUT", path, body: { [field]: ids }, accept });
  if (written.kind === "answer") return { kind: "saved" };
  return failed(written, refusedRows(written, field, ids));
}

function failed(
  outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>,
  rows: ReadonlyMap<string, string>,
): SaveOutcome {
  return { kind: "failed", problem: callProblem(outcome), rows };
}

/** Errors at `deviceIds.3` by the id that was sent there. */
function refusedRows(
  outcome: Exclude<HttpOutcome<unknown>, { kind: "answer" }>,
  field: string,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  if (outcome.kind !== "refusal") return NO_ROWS;
  return new Map(
    Object.entries(outcome.refusal.errors).flatMap(([name, sentence]) => {
      const place = name.startsWith(`${field}.`) ? Number(name.slice(field.length + 1)) : Number.NaN;
      const id = ids[place];
      return id === undefined ? [] : [[id, sentence] as const];
    }),
  );
}
