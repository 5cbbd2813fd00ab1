import type { Kysely } from "kysely";
import { FLEET_SENTENCES } from "../../../src/messages/server-fleet.ts";
import { notFound } from "../../api-error.ts";
import type { Schema } from "../../db/schema.ts";
import { rowIdOf } from "../../row-id.ts";
import { findGroups } from "./repository.ts";

/** The number of a group of this user. @throws ApiError not_found */
export async function ownGroup(db: Kysely<Schema>, userId: number, groupId: string): Promise<number> {
  const id = rowIdOf(groupId);
  const [found] = id === null ? [] : await findGroups(db, userId, id);
  if (found === undefined) throw notFound(FLEET_SENTENCES.groupUnknown);
  return found.group_id;
}
