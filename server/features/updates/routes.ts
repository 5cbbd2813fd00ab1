import { Type } from "typebox";
import {
  BulkUpdateAccepted,
  BulkUpdateRequest,
  BulkUpdateState,
} from "../../../src/protocol/bulk-updates.ts";
import { ReplacedDismissal, ReplacedDismissed } from "../../../src/protocol/calls/replaced-calls.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../../src/protocol/protocol-version.ts";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { bulkUpdateStateOf, dismissReplaced, startBulkUpdate } from "./service.ts";

/** Applies bulk updates; woken when one was stored. */
export interface BulkUpdateWorker {
  wake(): void;
}

export function registerUpdateRoutes(app: HttpApp, deps: Dependencies, worker: BulkUpdateWorker): void {
  app.post(
    "/api/updates/",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Start a bulk update of insights' statuses",
        body: BulkUpdateRequest,
        response: { 200: BulkUpdateAccepted },
      },
      // The schema documents the call; the service checks it, because it has a sentence for each field of each item.
      validatorCompiler: () => () => true,
    },
    async ({ user, headers, body }) => {
      const key = headers[IDEMPOTENCY_KEY_HEADER];
      const message = await startBulkUpdate(deps, user.userId, typeof key === "string" ? key : null, body);
      worker.wake();
      return { message };
    },
  );

  app.get(
    "/api/updates",
    {
      config: { access: "M", takesTurns: true },
      schema: {
        summary: "How a bulk update stands",
        querystring: Type.Object({ bulk_id: Type.String({ minLength: 1 }) }),
        response: { 200: BulkUpdateState },
      },
    },
    async ({ user, query }) => ({ message: await bulkUpdateStateOf(deps, user.userId, query.bulk_id) }),
  );

  app.post(
    "/api/updates/replaced/dismiss",
    {
      config: { access: "M" },
      schema: {
        summary: "Dismiss decisions of the caller that others replaced, on all devices; may be repeated",
        body: ReplacedDismissal,
        response: { 200: ReplacedDismissed },
      },
    },
    async ({ user, body }) => ({
      message: { dismissed: await dismissReplaced(deps, user.userId, body.ids) },
    }),
  );
}
