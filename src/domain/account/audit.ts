/** Names under which the audit log records acts of staff and of the operator. */
export const AUDIT_ACTIONS = [
  "assign_devices",
  "assign_releases",
  "assign_models",
  "register_device",
  "clear_device",
  "restore_insights",
  "update_model_file",
  "publish_model",
  "create_release",
  "create_invite",
  "create_reset_link",
  "send_reset_mail",
  "end_sessions",
  "change_role",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** Stands for the person who runs the server, where others stand with their username. */
export const OPERATOR = "operator";

/** The kind of record that an action changed. */
export const AUDIT_TARGETS = ["user", "device", "model", "release", "invite"] as const;
export type AuditTarget = (typeof AUDIT_TARGETS)[number];

/** The facts of a record that an entry states before and after the action. */
export const AUDIT_FACTS = [
  "added",
  "removed",
  "count",
  "role",
  "sessions",
  "bucket",
  "path",
  "checksum",
  "models",
  "insights",
  "photos",
  "alerts",
  "updates",
  "users",
] as const;
export type AuditFact = (typeof AUDIT_FACTS)[number];

/** One fact that an action changed, as text; null: there was or is none. */
export interface AuditChange {
  readonly fact: AuditFact;
  readonly before: string | null;
  readonly after: string | null;
}

/** At most so many ids are named in an entry; behind them stands how many more there are. */
const MOST_NAMED = 50;

/** A list of ids as one text: `A, B, C`, and from the 51st on `… +9`; null for none. */
export function namesOf(ids: readonly string[]): string | null {
  if (ids.length === 0) return null;
  const named = ids.slice(0, MOST_NAMED).join(", ");
  return ids.length > MOST_NAMED ? `${named} … +${ids.length - MOST_NAMED}` : named;
}

/** The changes of a list that was replaced: what came, what went, and how many there are. Empty where it is the same. */
export function listChanges(before: readonly string[], after: readonly string[]): AuditChange[] {
  const [had, has] = [new Set(before), new Set(after)];
  const added = after.filter((id) => !had.has(id));
  const removed = before.filter((id) => !has.has(id));
  if (added.length === 0 && removed.length === 0) return [];
  return [
    { fact: "count" as const, before: String(had.size), after: String(has.size) },
    { fact: "added" as const, before: null, after: namesOf(added) },
    { fact: "removed" as const, before: namesOf(removed), after: null },
  ].filter(({ before, after }) => before !== null || after !== null);
}
