import { AlertList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http/http-app.ts";
import { listAlerts } from "./service.ts";

export function registerAlertRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/alerts",
    {
      config: { access: "U" },
      schema: { summary: "The caller's alerts, resolved ones too", response: { 200: AlertList } },
    },
    async ({ user }) => ({ message: await listAlerts(deps, user.userId) }),
  );
}
