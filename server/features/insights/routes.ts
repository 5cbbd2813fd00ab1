import {
  CountAnswer,
  InsightList,
  OverviewAnswer,
  PageQuery,
} from "../../../src/protocol/insights-answers.ts";
import { FETCH_PAGE_SIZE } from "../../../src/protocol/protocol-version.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { sendParts } from "../../http/send-parts.ts";
import { countOf, overviewOf, pageOf } from "./service.ts";

export function registerInsightRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/insights/count",
    {
      config: { access: "U", takesTurns: true },
      schema: { summary: "How many insights there are, archived ones too", response: { 200: CountAnswer } },
    },
    async ({ user }) => ({ message: { count: await countOf(deps, user.userId) } }),
  );

  app.get(
    "/api/insights/paginated",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "A page of single insights, newest first",
        querystring: PageQuery,
        response: { 200: InsightList },
      },
    },
    async ({ user, query: { limit = FETCH_PAGE_SIZE, offset = 0 } }, reply) =>
      sendParts(reply, pageOf(deps, user.userId, { limit, offset })) as never,
  );

  app.get(
    "/api/insights/overview",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "Insights counted by status, class and Sentinel",
        response: { 200: OverviewAnswer },
      },
    },
    async ({ user }) => ({ message: await overviewOf(deps, user.userId) }),
  );
}
