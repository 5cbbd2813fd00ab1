import type { Kysely } from "kysely";
import { FLEET_SENTENCES } from "../../../src/messages/server-fleet.ts";
import { notFound } from "../../api-error.ts";
import type { Schema } from "../../db/schema.ts";
import { findGroups } from "./repository.ts";

/** The number of a group of this user. @throws ApiError not_found */
export async function ownGroup(db: Kysely<Schema>, userId: number, groupId: string): Promise<number> {
  const [found] = await findGroups(db, userId, groupNumber(groupId));
  if (found === undefined) throw notFound(FLEET_SENTENCES.groupUnknown);
  return found.group_id;
}

/** @throws ApiError not_found for what can be no group's id */
export function groupNumber(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw notFound(FLEET_SENTENCES.groupUnknown);
  return Number(text);
}
