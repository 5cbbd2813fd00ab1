import { Type } from "typebox";
import { FETCH_PAGE_SIZE } from "../../../src/protocol/protocol-version.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http-app.ts";
import { syncPageOf } from "./service.ts";

/** Rows of a page where the client does not say: useful soon on a slow line. */
const DEFAULT_LIMIT = 1_000;

const SyncAnswer = Type.Object({
  cursor: Type.String(),
  more: Type.Boolean(),
  tables: Type.Record(
    Type.String(),
    Type.Object({
      rows: Type.Integer(),
      gone: Type.Optional(Type.Array(Type.String())),
      columns: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});

export function registerSyncRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/sync",
    {
      config: { access: "U" },
      schema: {
        summary:
          "What changed since the cursor, as columns; without a cursor everything, newest insights first",
        querystring: Type.Object({
          cursor: Type.Optional(Type.String()),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: FETCH_PAGE_SIZE })),
        }),
        response: { 200: SyncAnswer },
      },
    },
    async ({ user, query: { cursor, limit = DEFAULT_LIMIT } }, reply) => {
      const page = await syncPageOf(deps, user.userId, cursor ?? null, limit);
      return reply.type("application/json; charset=utf-8").send(page as never);
    },
  );
}
