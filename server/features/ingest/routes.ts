import type { FastifyRequest } from "fastify";
import { Type } from "typebox";
import {
  IngestRequest,
  IngestResults,
  StatusReport,
  StatusTaken,
  UpdateOffer,
  UpdateReport,
  UpdateReported,
} from "../../../src/protocol/ingest.ts";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { DevicePace } from "../../limits/device-pace.ts";
import { pendingUpdateFor, reportUpdate } from "../device-updates/device-side.ts";
import { takeInsights } from "./insight-service.ts";
import { registerPhotoUpload } from "./photo-routes.ts";
import { takeStatus } from "./status-service.ts";

/** The interface of Sentinels. Each authenticates with its key and has a rate of its own. */
export async function registerIngestRoutes(app: HttpApp, deps: Dependencies): Promise<void> {
  const pace = new DevicePace(deps.steadyClock);
  await app.register(async (scope: HttpApp) => {
    scope.addHook("onRequest", async (request: FastifyRequest, reply) => {
      const end = pace.begin(request.device.deviceRef);
      reply.raw.once("finish", end).once("close", end);
    });
    registerReports(scope, deps, pace);
    registerUpdates(scope, deps);
    await scope.register(async (photos: HttpApp) => registerPhotoUpload(photos, deps));
  });
}

function registerReports(app: HttpApp, deps: Dependencies, pace: DevicePace): void {
  app.post(
    "/api/ingest/insights",
    {
      config: { access: "D" },
      bodyLimit: BODY_LIMITS.insights,
      schema: {
        summary: "Send insights",
        description:
          "Up to 1,000, in one transaction; each is judged by itself and known for ever by its Sentinel, table and " +
          "`source_id`, so that a call may be repeated. A repeat is a `duplicate` where all that it states is what is " +
          "stored; what was left to the server (time received, position) is not compared. A `conflict` changes nothing. " +
          "A camera whose clock runs ahead is believed for the insight, but never moves the Sentinel's " +
          "`last_insight_at` beyond now.",
        body: IngestRequest,
        response: { 200: IngestResults },
      },
      // The schema documents; the service judges each item by itself.
      validatorCompiler: () => () => true,
    },
    async ({ device, body }, reply) => {
      const message = await takeInsights(deps, device, body);
      pace.countInsights(device.deviceRef, message.length);
      return reply.serializer(JSON.stringify).send({ message });
    },
  );

  app.post(
    "/api/ingest/status",
    {
      config: { access: "D" },
      bodyLimit: BODY_LIMITS.report,
      schema: {
        summary: "Report how the Sentinel is",
        description:
          "Any of the fields, at least one; null says nothing. A report is known by its `recorded_at`: the same again changes nothing. " +
          "One that comes late fills in only what no report of a later moment has said. The parts of `summary` count one " +
          "by one.",
        body: StatusReport,
        response: { 200: StatusTaken },
      },
    },
    async ({ device, body }) => ({ message: await takeStatus(deps, device, body) }),
  );
}

function registerUpdates(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/ingest/update",
    {
      config: { access: "D" },
      schema: { summary: "The update that waits for the Sentinel, or null", response: { 200: UpdateOffer } },
    },
    async ({ device }) => ({ message: await pendingUpdateFor(deps, device.deviceRef) }),
  );

  app.post(
    "/api/ingest/update/:id",
    {
      config: { access: "D" },
      schema: {
        summary: "Report how an update went",
        description:
          "What is shown to people is what is said here. After `success` the Sentinel's cycle time, trigger number, " +
          "satellite passes (where the update names them) and models are those of the update. 409 where it was dropped, " +
          "or reported otherwise before.",
        params: Type.Object({ id: Type.String() }),
        body: UpdateReport,
        response: { 200: UpdateReported },
      },
    },
    async ({ device, params, body: { status, detail = null } }) => ({
      message: await reportUpdate(deps, device.deviceRef, params.id, status, detail),
    }),
  );
}
