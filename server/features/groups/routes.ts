import { GroupList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http-app.ts";
import { listGroups } from "./service.ts";

export function registerGroupRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/v2/groups",
    {
      config: { access: "U" },
      schema: { summary: "The caller's groups of Sentinels", response: { 200: GroupList } },
    },
    async ({ user }) => ({ message: await listGroups(deps, user.userId) }),
  );
}
