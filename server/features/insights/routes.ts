import {
  CountAnswer,
  InsightList,
  OverviewAnswer,
  PageQuery,
} from "../../../src/protocol/insights-answers.ts";
import { FETCH_PAGE_SIZE } from "../../../src/protocol/protocol-version.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { countOf, overviewOf, pageOf } from "./service.ts";

const JSON_TYPE = "application/json; charset=utf-8";

export function registerInsightRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/insights/count",
    {
      config: { access: "U" },
      schema: { summary: "How many insights there are, archived ones too", response: { 200: CountAnswer } },
    },
    async ({ user }) => ({ message: { count: await countOf(deps, user.userId) } }),
  );

  app.get(
    "/api/insights/paginated",
    {
      config: { access: "U" },
      schema: {
        summary: "A page of single insights, newest first",
        querystring: PageQuery,
        response: { 200: InsightList },
      },
    },
    async ({ user, query: { limit = FETCH_PAGE_SIZE, offset = 0 } }, reply) => {
      const rows = await pageOf(deps, user.userId, { limit, offset });
      // The body is text already: a serialiser that walks ten thousand rows is several times slower.
      return reply.type(JSON_TYPE).send(`{"message":${rows}}` as never);
    },
  );

  app.get(
    "/api/insights/overview",
    {
      config: { access: "U" },
      schema: {
        summary: "Insights counted by status, class and Sentinel",
        response: { 200: OverviewAnswer },
      },
    },
    async ({ user }) => ({ message: await overviewOf(deps, user.userId) }),
  );
}
