import { Health } from "../../../src/protocol/account.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError } from "../../http/api-error.ts";
import type { HttpApp } from "../../http/http-app.ts";

const RETRY_AFTER_S = 5;

export function registerHealthRoutes(app: HttpApp, { db, config }: Dependencies): void {
  app.get(
    "/api/health",
    {
      config: { access: "P" },
      schema: { summary: "Whether the server can work", response: { 200: Health } },
    },
    async (request) => {
      try {
        await db.ping();
      } catch (error) {
        request.log.error({ err: error }, "the database does not answer");
        throw new ApiError(503, "unavailable", {}, { retryAfterS: RETRY_AFTER_S });
      }
      return { message: { status: "ok" as const, version: config.version } };
    },
  );
}
