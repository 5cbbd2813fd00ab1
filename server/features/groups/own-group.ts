import { isoTime } from "../../../src/domain/time.ts";
import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import type { View } from "../../db/database.ts";
import { notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { findGroups } from "./repository.ts";

/**
 * The number of a group of this user.
 *
 * @param createdOn of the group that the caller means, as on the wire; the id may name another one after a rollback
 * @throws ApiError not_found
 */
export async function ownGroup(
  db: View,
  userId: number,
  groupId: string,
  createdOn?: string,
): Promise<number> {
  const id = rowIdOf(groupId);
  const [found] = id === null ? [] : await findGroups(db, userId, [id]);
  const isMeant = createdOn === undefined || found === undefined || isoTime(found.created_on) === createdOn;
  if (found === undefined || !isMeant) throw notFound(FLEET_SENTENCES.groupUnknown);
  return found.group_id;
}
