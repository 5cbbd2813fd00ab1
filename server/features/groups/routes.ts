import { Type } from "typebox";
import { Ok } from "../../../src/protocol/account.ts";
import { GroupAnswer, GroupEdit, GroupMember, NewGroup } from "../../../src/protocol/calls/group-calls.ts";
import { GroupList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { jsonParts, sendParts } from "../../http/send-parts.ts";
import { addToGroup, createGroup, editGroup, removeFromGroup, removeGroup } from "./change-service.ts";
import { readGroupPages } from "./service.ts";

const OneGroup = Type.Object({ id: Type.String() });

export function registerGroupRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/v2/groups",
    {
      config: { access: "U", takesTurns: true },
      schema: { summary: "The caller's groups of Sentinels", response: { 200: GroupList } },
    },
    async ({ user }, reply) => sendParts(reply, jsonParts(readGroupPages(deps, user.userId))) as never,
  );

  app.post(
    "/api/v2/groups",
    {
      config: { access: "M" },
      schema: {
        summary: "Make a group, with no Sentinels in it",
        body: NewGroup,
        response: { 200: GroupAnswer },
      },
    },
    async ({ user, body }) => ({ message: await createGroup(deps, user.userId, body) }),
  );

  app.put(
    "/api/v2/groups/:id",
    {
      config: { access: "M" },
      schema: {
        summary: "Name or describe a group anew",
        params: OneGroup,
        body: GroupEdit,
        response: { 200: GroupAnswer },
      },
    },
    async ({ user, params, body }) => ({ message: await editGroup(deps, user.userId, params.id, body) }),
  );

  app.delete(
    "/api/v2/groups/:id",
    {
      config: { access: "M" },
      schema: { summary: "Delete a group; its Sentinels stay", params: OneGroup, response: { 200: Ok } },
    },
    async ({ user, params }) => {
      await removeGroup(deps, user.userId, params.id);
      return { message: "ok" as const };
    },
  );

  app.post(
    "/api/v2/groups/:groupId/devices",
    {
      config: { access: "M" },
      schema: {
        summary: "Put a Sentinel into a group, out of the caller's other one",
        params: Type.Object({ groupId: Type.String() }),
        body: GroupMember,
        response: { 200: GroupAnswer },
      },
    },
    async ({ user, params, body }) => ({
      message: await addToGroup(deps, user.userId, params.groupId, String(body.deviceId)),
    }),
  );

  app.delete(
    "/api/v2/groups/:groupId/devices/:deviceId",
    {
      config: { access: "M" },
      schema: {
        summary: "Take a Sentinel out of a group",
        params: Type.Object({ groupId: Type.String(), deviceId: Type.String() }),
        response: { 200: GroupAnswer },
      },
    },
    async ({ user, params }) => ({
      message: await removeFromGroup(deps, user.userId, params.groupId, params.deviceId),
    }),
  );
}
