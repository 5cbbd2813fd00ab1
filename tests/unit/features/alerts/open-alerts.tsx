import { AlertsPage } from "../../../../src/features/alerts/alerts-page.tsx";
import type { AlertSettings } from "../../../../src/protocol/calls/alert-calls.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import type { FakeWorld } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";
import { fakeAlert, fakeDevice, fakeGroup } from "../../../support/server/fleet-world.ts";

const DEVICES = ["1", "2", "3", "4"].map((id) =>
  fakeDevice({
    device_id: id,
    display_name: `Cam ${id}`,
    location_name: `Hill ${id}`,
    latitude: 1,
    longitude: 2,
  }),
);
const VALLEY = fakeGroup({ group_id: "7", group_name: "Valley", devices: ["1"] });

export const ALERT_ROWS = [
  fakeAlert({ id: "3", created_at: "2026-11-23T08:00:00.000Z" }),
  fakeAlert({
    id: "2",
    created_at: "2026-11-22T08:00:00.000Z",
    status: "acknowledged",
    summary: "",
    acknowledged_at: "2026-11-22T09:00:00.000Z",
    acknowledged_by: "Chrome on Android",
  }),
  fakeAlert({
    id: "1",
    status: "resolved",
    resolved_cause: "condition_ended",
    resolved_at: "2026-11-21T12:00:00.000Z",
  }),
];

export const THRESHOLDS = { no_recent_insights: 72, no_recent_camera_triggers: 48, low_battery: 3.2 };
export const SETTINGS: AlertSettings = {
  settings: {
    no_recent_insights: true,
    spypoint_error: true,
    no_recent_camera_triggers: false,
    low_battery: true,
  },
  groupSettings: [{ deviceGroupId: "7", ignore: false, thresholds: null }],
  thresholds: THRESHOLDS,
};

/** The Alerts screen with one new, one acknowledged and one resolved alert. */
export function openAlerts(
  {
    address = "/?tab=alerts",
    widthPx = 1440,
    ...world
  }: Partial<FakeWorld> & { address?: string; widthPx?: number } = {},
  routes: Parameters<typeof createFakeHttp>[0] = {},
) {
  const http = createFakeHttp({ "GET /api/alerts/settings": { message: SETTINGS }, ...routes });
  const shown = renderScreen(
    <AlertsPage />,
    { alerts: ALERT_ROWS, devices: DEVICES, groups: [VALLEY], http, ...world },
    { address, widthPx },
  );
  return { ...shown, wire: http.calls };
}
