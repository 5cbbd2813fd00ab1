import { Type } from "typebox";
import {
  AlertAnswer,
  AlertList,
  AlertSettingsAnswer,
  AlertSettingsChange,
  AlertStatusChange,
  AlertsUpdated,
} from "../../../src/protocol/calls/alert-calls.ts";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { jsonParts, sendParts } from "../../http/send-parts.ts";
import { idempotencyKey } from "../idempotency/once-by-key.ts";
import { acknowledgeAll, changeAlertStatus, readAlertPages, resolveAll } from "./service.ts";
import { changeAlertSettings, readAlertSettings } from "./settings-service.ts";

export function registerAlertRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/alerts",
    {
      config: { access: "U", takesTurns: true },
      schema: { summary: "The caller's alerts, resolved ones too", response: { 200: AlertList } },
    },
    async ({ user }, reply) => sendParts(reply, jsonParts(readAlertPages(deps, user.userId))) as never,
  );

  app.put(
    "/api/alerts/all",
    {
      config: { access: "M" },
      schema: { summary: "Acknowledge all new alerts", response: { 200: AlertsUpdated } },
    },
    async ({ user }) => ({ message: { updated: await acknowledgeAll(deps, user) } }),
  );

  app.delete(
    "/api/alerts/all",
    {
      config: { access: "M" },
      schema: {
        summary: "Resolve all new and acknowledged alerts; nothing is deleted",
        response: { 200: AlertsUpdated },
      },
    },
    async ({ user }) => ({ message: { updated: await resolveAll(deps, user) } }),
  );

  app.put(
    "/api/alerts/statusUpdate/:id",
    {
      config: { access: "M" },
      schema: {
        summary: "Take an alert to its next status; takes an Idempotency-Key",
        description:
          "New to acknowledged, acknowledged to resolved. The status that it has already changes nothing; any other is " +
          "409 with the alert in `message`.",
        params: Type.Object({ id: Type.String() }),
        body: AlertStatusChange,
        response: { 200: AlertAnswer },
      },
    },
    async ({ user, headers, params, body }) => ({
      message: await changeAlertStatus(deps, { ...user, key: idempotencyKey(headers) }, params.id, body),
    }),
  );

  registerSettings(app, deps);
}

function registerSettings(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/alerts/settings",
    {
      config: { access: "M" },
      schema: {
        summary: "Which alerts are raised, and when",
        description: "Thresholds are hours without an insight or a trigger of the camera, and volts.",
        response: { 200: AlertSettingsAnswer },
      },
    },
    async ({ user }) => ({ message: await readAlertSettings(deps, user.userId) }),
  );

  app.put(
    "/api/alerts/settings",
    {
      config: { access: "M" },
      bodyLimit: BODY_LIMITS.list,
      schema: {
        summary: "Change which alerts are raised; what is left out keeps its value",
        description:
          "Thresholds of a group stand in place of the account's, as a whole; null: the account's hold again. Open " +
          "alerts stay open when their type is switched off or their group is ignored.",
        body: AlertSettingsChange,
        response: { 200: AlertSettingsAnswer },
      },
    },
    async ({ user, body }) => ({ message: await changeAlertSettings(deps, user.userId, body) }),
  );
}
