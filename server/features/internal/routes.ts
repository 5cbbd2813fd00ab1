import { Type } from "typebox";
import { Ok } from "../../../src/protocol/account.ts";
import {
  AlgAnswer,
  AlgList,
  AlgPlace,
  AssignedAlgs,
  AssignedDevices,
  AssignedReleases,
  DeviceContentsAnswer,
  InternalUserList,
} from "../../../src/protocol/calls/internal-calls.ts";
import { ReleaseList } from "../../../src/protocol/device-updates.ts";
import { DeviceList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import { BODY_LIMITS } from "../../http/body-limits.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { jsonParts, sendParts } from "../../http/send-parts.ts";
import { updateAlgFile } from "./alg-service.ts";
import { assignAlgs, assignDevices, assignReleases } from "./assignment-service.ts";
import { clearWholeDevice, contentsOfDevice } from "./clear-service.ts";
import {
  allDevicePages,
  devicePagesOf,
  listAlgs,
  listAlgsOf,
  listReleasesFor,
  listUsers,
} from "./list-service.ts";
import { registerPeopleRoutes } from "./people-routes.ts";

const OK = { message: "ok" } as const;
const OneId = Type.Object({ id: Type.String() });

/** Staff see and assign everything; a member reads what is theirs. */
export function registerInternalRoutes(app: HttpApp, deps: Dependencies, clearing: { wake(): void }): void {
  registerLists(app, deps);
  registerAssignments(app, deps);
  registerClearing(app, deps, clearing);
  registerPeopleRoutes(app, deps);

  app.put(
    "/api/internal/algs/:id",
    {
      config: { access: "S" },
      schema: {
        summary: "Name the file of an algorithm; its checksum is read from it",
        params: OneId,
        body: AlgPlace,
        response: { 200: AlgAnswer },
      },
    },
    async ({ user, params, body }) => ({ message: await updateAlgFile(deps, user, params.id, body) }),
  );
}

/** @param clearing woken when a Sentinel was cleared; else its insights remain until a job runner polls */
function registerClearing(app: HttpApp, deps: Dependencies, clearing: { wake(): void }): void {
  app.get(
    "/api/internal/devices/:id/contents",
    {
      config: { access: "S" },
      schema: {
        summary: "What would be deleted with a Sentinel, counted",
        params: OneId,
        response: { 200: DeviceContentsAnswer },
      },
    },
    async ({ params }) => ({ message: await contentsOfDevice(deps, params.id) }),
  );
  app.delete(
    "/api/internal/devices/:id",
    {
      config: { access: "S" },
      schema: {
        summary: "Delete a Sentinel and all that hangs on it, for all its users",
        params: OneId,
        response: { 200: Ok },
      },
    },
    async ({ user, params }) => {
      await clearWholeDevice(deps, user, params.id);
      clearing.wake();
      return OK;
    },
  );
}

function registerLists(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/internal/users",
    {
      config: { access: "M", takesTurns: true },
      schema: {
        summary: "All users to staff, to a member their own row",
        response: { 200: InternalUserList },
      },
    },
    async ({ user }) => ({ message: await listUsers(deps, user) }),
  );
  app.get(
    "/api/internal/devices",
    {
      config: { access: "M", takesTurns: true },
      schema: { summary: "All Sentinels to staff, to a member their own", response: { 200: DeviceList } },
    },
    async ({ user }, reply) => sendParts(reply, jsonParts(allDevicePages(deps, user))) as never,
  );
  app.get(
    "/api/internal/algs",
    {
      config: { access: "M", takesTurns: true },
      schema: {
        summary: "All algorithms to staff, to a member those in the account",
        response: { 200: AlgList },
      },
    },
    async ({ user }) => ({ message: await listAlgs(deps, user) }),
  );
  app.get(
    "/api/internal/users/:id/modelRelease",
    {
      config: { access: "M" },
      schema: {
        summary: "The releases that a user may update to",
        params: OneId,
        response: { 200: ReleaseList },
      },
    },
    async ({ user, params }) => ({ message: await listReleasesFor(deps, user, params.id) }),
  );
  app.get(
    "/api/internal/users/:id/devices",
    {
      config: { access: "M", takesTurns: true },
      schema: { summary: "The Sentinels of a user", params: OneId, response: { 200: DeviceList } },
    },
    async ({ user, params }, reply) =>
      sendParts(reply, jsonParts(await devicePagesOf(deps, user, params.id))) as never,
  );
  app.get(
    "/api/internal/users/:id/algs",
    {
      config: { access: "M" },
      schema: { summary: "The algorithms in a user's account", params: OneId, response: { 200: AlgList } },
    },
    async ({ user, params }) => ({ message: await listAlgsOf(deps, user, params.id) }),
  );
}

function registerAssignments(app: HttpApp, deps: Dependencies): void {
  app.put(
    "/api/internal/users/:id/modelRelease",
    {
      config: { access: "S" },
      bodyLimit: BODY_LIMITS.assignment,
      schema: {
        summary: "Set the releases that a user may update to: the whole list",
        params: OneId,
        body: AssignedReleases,
        response: { 200: ReleaseList },
      },
    },
    async ({ user, params, body }) => ({
      message: await assignReleases(deps, { actor: user, userId: params.id }, body.algReleaseIds),
    }),
  );
  app.put(
    "/api/internal/users/:id/devices",
    {
      config: { access: "S" },
      bodyLimit: BODY_LIMITS.assignment,
      schema: {
        summary: "Set the Sentinels of a user: the whole list",
        params: OneId,
        body: AssignedDevices,
        response: { 200: DeviceList },
      },
    },
    async ({ user, params, body }, reply) => {
      const assigned = await assignDevices(deps, { actor: user, userId: params.id }, body.deviceIds);
      return sendParts(reply, jsonParts(assigned)) as never;
    },
  );
  app.put(
    "/api/internal/users/:id/algs",
    {
      config: { access: "S" },
      bodyLimit: BODY_LIMITS.assignment,
      schema: {
        summary: "Set the algorithms in a user's account: the whole list",
        params: OneId,
        body: AssignedAlgs,
        response: { 200: AlgList },
      },
    },
    async ({ user, params, body }) => ({
      message: await assignAlgs(deps, { actor: user, userId: params.id }, body.algIds),
    }),
  );
}
