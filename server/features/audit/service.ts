import type { AuditAction, AuditChange, AuditTarget } from "../../../src/domain/account/audit.ts";
import { OPERATOR } from "../../../src/domain/account/audit.ts";
import { compareNames } from "../../../src/domain/text-order.ts";
import { isoTime } from "../../../src/domain/time.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { AuditEntry, AuditPage, AuditQuery } from "../../../src/protocol/calls/internal-calls.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { invalid } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import {
  type AuditFilter,
  type AuditRow,
  countEntries,
  findActors,
  findEntries,
  findUsername,
  insertEntry,
} from "./repository.ts";

/** One of staff by their number; null: the operator, by a command. */
export interface Actor {
  readonly userId: number | null;
}
export const THE_OPERATOR: Actor = { userId: null };

export interface Act {
  readonly action: AuditAction;
  readonly targetKind: AuditTarget;
  readonly targetId: string | null;
  /** The name of the target at this moment. */
  readonly target: string | null;
  /** Never holds a secret. */
  readonly changes?: readonly AuditChange[];
}

const PAGE = 50;

/** Records an act in the transaction that carries it out, so that neither stands without the other. */
export async function recordAct(
  transaction: WriteTransaction,
  { userId }: Actor,
  nowMs: number,
  { action, targetKind, targetId, target, changes = [] }: Act,
): Promise<void> {
  await insertEntry(transaction, {
    at: nowMs,
    actor_id: userId,
    actor: userId === null ? OPERATOR : await findUsername(transaction, userId),
    action,
    target_kind: targetKind,
    target_id: targetId,
    target,
    changes: JSON.stringify(changes),
  });
}

/** A page of the audit log, newest first. @throws ApiError invalid for an actor or an entry that cannot be */
export async function listAudit({ db }: Pick<Dependencies, "db">, query: AuditQuery): Promise<AuditPage> {
  const filter = filterOf(query);
  const before = query.before === undefined ? null : rowIdOf(query.before);
  if (query.before !== undefined && before === null) {
    throw invalid({ before: SERVER_MESSAGES.fields.other });
  }
  return db.snapshot(async (view) => ({
    message: (await findEntries(view, filter, { before, limit: query.limit ?? PAGE })).map(entryShape),
    total: await countEntries(view, filter),
    actors: (await findActors(view))
      .map(({ actor_id, actor }) => ({ actorId: actor_id, actor }))
      .sort((a, b) => compareNames(a.actor, b.actor)),
  }));
}

function filterOf({ actor, action }: AuditQuery): AuditFilter {
  const ofAction = action === undefined ? {} : { action };
  if (actor === undefined) return ofAction;
  if (actor === OPERATOR) return { ...ofAction, actorId: null };
  const actorId = rowIdOf(actor);
  if (actorId === null) throw invalid({ actor: SERVER_MESSAGES.fields.other });
  return { ...ofAction, actorId };
}

function entryShape(row: AuditRow): AuditEntry {
  return {
    id: String(row.audit_id),
    at: isoTime(row.at),
    actorId: row.actor_id,
    actor: row.actor,
    action: row.action as AuditEntry["action"],
    targetKind: row.target_kind as AuditEntry["targetKind"],
    targetId: row.target_id,
    target: row.target,
    changes: JSON.parse(row.changes) as AuditEntry["changes"],
  };
}
