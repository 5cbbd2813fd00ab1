import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import type { View } from "../../db/database.ts";
import { notFound } from "../../http/api-error.ts";
import { rowIdOf } from "../../http/row-id.ts";
import { findGroups } from "./repository.ts";

/** The number of a group of this user. @throws ApiError not_found */
export async function ownGroup(db: View, userId: number, groupId: string): Promise<number> {
  const id = rowIdOf(groupId);
  const [found] = id === null ? [] : await findGroups(db, userId, id);
  if (found === undefined) throw notFound(FLEET_SENTENCES.groupUnknown);
  return found.group_id;
}
