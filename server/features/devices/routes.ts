import { Type } from "typebox";
import {
  ClearingAnswer,
  ClearingQuery,
  DeviceAnswer,
  DeviceDisplay,
  DeviceUpdate,
  IngestKeyAnswer,
  NewDevice,
  NewDeviceAnswer,
} from "../../../src/protocol/calls/device-calls.ts";
import { DeviceList, DeviceReportDaysList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { jsonParts, sendParts } from "../../http/send-parts.ts";
import { UserPace } from "../../limits/user-pace.ts";
import { idempotencyKey } from "../idempotency/once-by-key.ts";
import { clearDevice } from "./clearing-service.ts";
import { editDisplay, updateDevice } from "./edit-service.ts";
import { registerDevice, renewDeviceKey } from "./registration-service.ts";
import { readReportDayPages } from "./report-days-service.ts";
import { listOneDevice, ownScope, readDevicePages } from "./service.ts";

const OneDevice = Type.Object({ id: Type.String() });

export function registerDeviceRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/getDevicesForUser",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "The Sentinels assigned to the caller, or of them the one that is named",
        querystring: Type.Object({ device_id: Type.Optional(Type.String()) }),
        response: { 200: DeviceList },
      },
    },
    async ({ user, query: { device_id } }, reply) => {
      if (device_id !== undefined) return { message: await listOneDevice(deps, user.userId, device_id) };
      return sendParts(reply, jsonParts(readDevicePages(deps, ownScope(user.userId)))) as never;
    },
  );

  app.get(
    "/api/devices/report-days",
    {
      config: { access: "U", takesTurns: true },
      schema: {
        summary: "The UTC days of the last three years on which each of the caller's Sentinels reported",
        response: { 200: DeviceReportDaysList },
      },
    },
    async ({ user }, reply) => sendParts(reply, jsonParts(readReportDayPages(deps, user.userId))) as never,
  );

  registerRegistrationRoutes(app, deps);

  app.post(
    "/api/updateDevice",
    {
      config: { access: "M" },
      schema: {
        summary: "Set name, times, group and place of a Sentinel; takes an Idempotency-Key",
        body: DeviceUpdate,
        response: { 200: DeviceAnswer },
      },
    },
    async ({ user, headers, body }) => ({
      message: await updateDevice(deps, { userId: user.userId, key: idempotencyKey(headers) }, body),
    }),
  );

  app.put(
    "/api/devices/:id/display",
    {
      config: { access: "M" },
      schema: {
        summary: "Set what people call and write about a Sentinel; takes an Idempotency-Key",
        params: OneDevice,
        body: DeviceDisplay,
        response: { 200: DeviceAnswer },
      },
    },
    async ({ user, headers, params, body }) => ({
      message: await editDisplay(
        deps,
        { userId: user.userId, key: idempotencyKey(headers) },
        params.id,
        body,
      ),
    }),
  );

  app.delete(
    "/api/dataClearing/:deviceId",
    {
      config: { access: "M" },
      schema: {
        summary: "Empty a Sentinel's position, set its insights aside, give up its ownership",
        params: Type.Object({ deviceId: Type.String() }),
        querystring: ClearingQuery,
        response: { 200: ClearingAnswer },
      },
    },
    async ({ user, params, query }) => ({
      message: await clearDevice(deps, user.userId, params.deviceId, query),
    }),
  );
}

/** A Sentinel comes to its owner, and gets its key. */
function registerRegistrationRoutes(app: HttpApp, deps: Dependencies): void {
  const pace = new UserPace(deps.steadyClock, "device");
  app.post(
    "/api/devices",
    {
      config: { access: "M" },
      schema: {
        summary: "Register a Sentinel, or take over one with its claim code",
        body: NewDevice,
        response: { 200: NewDeviceAnswer },
      },
    },
    async ({ user, body }) => {
      pace.begin(user.userId);
      return registerDevice(deps, user, body);
    },
  );

  app.post(
    "/api/devices/:id/key",
    {
      config: { access: "M" },
      schema: {
        summary: "A new key for a Sentinel, shown this once; the old one ends",
        params: OneDevice,
        response: { 200: IngestKeyAnswer },
      },
    },
    async ({ user, params }) => ({ ingestKey: await renewDeviceKey(deps, user.userId, params.id) }),
  );
}
