// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { AlertsPage } from "../../../src/features/alerts/alerts-page.tsx";
import { DevicesPage } from "../../../src/features/devices/devices-page.tsx";
import { GroupsPage } from "../../../src/features/groups/groups-page.tsx";
import { MapEmpty } from "../../../src/features/map/map-empty.tsx";
import { ModelsPage } from "../../../src/features/models/models-page.tsx";
import { FeaturesTab } from "../../../src/features/settings/features-tab.tsx";
import { ALERTS } from "../../../src/messages/alerts/alerts.ts";
import { DEVICES } from "../../../src/messages/fleet/devices.ts";
import { GROUPS } from "../../../src/messages/fleet/groups.ts";
import { MODELS } from "../../../src/messages/fleet/models.ts";
import { MAP } from "../../../src/messages/map/map.ts";
import { SETTINGS } from "../../../src/messages/settings/settings.ts";
import { renderScreen } from "../../support/client/render-screen.tsx";

const NO_MARKS = { plotted: [], shown: [], counted: true } as unknown as Parameters<
  typeof MapEmpty
>[0]["found"];
const MEMBER = { role: "member" } as const;
const SCREENS = [
  ["Alerts", <AlertsPage key="a" />, ALERTS.notYet, ALERTS.empty],
  ["My Devices", <DevicesPage key="d" {...MEMBER} />, DEVICES.notYet, DEVICES.none],
  ["My Groups", <GroupsPage key="g" />, GROUPS.notYet, GROUPS.empty],
  ["My Models", <ModelsPage key="m" />, MODELS.notYetTitle, MODELS.empty],
  ["Features", <FeaturesTab key="f" />, SETTINGS.notYet, SETTINGS.noFeatures],
  [
    "the map",
    <MapEmpty key="p" found={NO_MARKS} onClearFilter={() => undefined} />,
    MAP.notYet,
    MAP.noDevices,
  ],
] as const;

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe.each(SCREENS)("an empty mirror on %s", (_, page, notYet, none) => {
  const open = (sync: { phase: "unknown" | "online" | "offline" | "signedOut"; freshAtMs: number | null }) =>
    renderScreen(
      page,
      { alerts: [], devices: [], groups: [], models: [], features: [], sync },
      { address: "/" },
    );

  it.each(["offline", "signedOut"] as const)("is said to be not here yet, %s", async (phase) => {
    open({ phase, freshAtMs: null });
    await screen.findByText(notYet);
    expect(screen.queryByText(/Loading/)).toBeNull();
    const brings = phase === "offline" ? "when you are online" : "when you have signed in again";
    expect(screen.getByText(`They are loaded ${brings}, and are then here offline too.`)).toBeTruthy();
  });

  it.each(["unknown", "online"] as const)("is awaited before the first copy, %s", async (phase) => {
    open({ phase, freshAtMs: null });
    expect(await screen.findByText(/Loading/)).toBeTruthy();
  });

  it.each(["online", "signedOut"] as const)("is the server's once it was copied, %s", async (phase) => {
    open({ phase, freshAtMs: 1 });
    await screen.findByText(none);
  });
});
