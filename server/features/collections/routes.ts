import { InsightList, PageQuery } from "../../../src/protocol/insights-answers.ts";
import { FETCH_PAGE_SIZE } from "../../../src/protocol/protocol-version.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { sendParts } from "../../http/send-parts.ts";
import { collectionPageOf } from "./service.ts";

export function registerCollectionRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/collections/paginated",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "A page of collections and of insights that are in none, newest first",
        querystring: PageQuery,
        response: { 200: InsightList },
      },
    },
    async ({ user, query: { limit = FETCH_PAGE_SIZE, offset = 0 } }, reply) =>
      sendParts(reply, collectionPageOf(deps, user.userId, { limit, offset })) as never,
  );
}
