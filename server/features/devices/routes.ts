import { DeviceList } from "../../../src/protocol/fleet.ts";
import type { Dependencies } from "../../dependencies.ts";
import type { HttpApp } from "../../http-app.ts";
import { listDevices } from "./service.ts";

export function registerDeviceRoutes(app: HttpApp, deps: Dependencies): void {
  app.get(
    "/api/getDevicesForUser",
    {
      config: { access: "U" },
      schema: { summary: "The Sentinels assigned to the caller", response: { 200: DeviceList } },
    },
    async ({ user }) => ({ message: await listDevices(deps, user.userId) }),
  );
}
