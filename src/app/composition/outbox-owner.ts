import type { User } from "../../protocol/shapes.ts";
import type { OutboxOwner } from "../../sync/outbox/outbox-files.ts";

/** The person and the server that an exported file of unsent work names. */
export function outboxOwner({ userIdSql, username }: User, apiBase: string): OutboxOwner {
  return { userId: userIdSql, username, server: apiBase || globalThis.location?.origin || "" };
}
