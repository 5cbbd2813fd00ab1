import type { User } from "../../protocol/shapes.ts";
import type { OutboxOwner } from "../../sync/outbox/outbox-files.ts";

/** Whose work a file of it is, and for which server. */
export function outboxOwner({ userIdSql, username }: User, apiBase: string): OutboxOwner {
  return { userId: userIdSql, username, server: apiBase || globalThis.location?.origin || "" };
}
