// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanup, configure, fireEvent, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { devicesView, useDevicesView } from "../../../src/client/devices-view.ts";
import type { Role } from "../../../src/domain/account/role.ts";
import type { WriteRefusal } from "../../../src/domain/outbox/outbox-record.ts";
import { UpdatesPage } from "../../../src/features/device-updates/updates-page.tsx";
import { DevicesPage } from "../../../src/features/devices/devices-page.tsx";
import { GroupsPage } from "../../../src/features/groups/groups-page.tsx";
import { useKnownValues } from "../../../src/features/insights/filter/use-known-values.ts";
import { ModelsPage } from "../../../src/features/models/models-page.tsx";
import { RefusedSection } from "../../../src/features/sync-panel/refused-section.tsx";
import { MODELS } from "../../../src/messages/fleet/models.ts";
import type { FilterCounts } from "../../../src/parts/insight-filter/filter-counts.ts";
import type { Model, Update } from "../../../src/protocol/shapes.ts";
import type { InsightPage } from "../../../src/query/insight-engine.ts";
import { createFakeHttp } from "../../support/client/fake-http.ts";
import { type FakeWorld, fakeInsight } from "../../support/client/fake-services.ts";
import { renderScreen } from "../../support/client/render-screen.tsx";
import { fakeDevice, fakeGroup } from "../../support/server/fleet-world.ts";

// Whether each element is hidden takes most of the time in jsdom, and none here is.
configure({ defaultHidden: true });
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const ROLE: Role = "member";
const OLD = "Camera before";
const NEW = "Hollow oak";
const MODEL = { alg_id: "4", alg_name: "Mammals", classes: [] } as unknown as Model;
const UPDATE: Update = {
  deviceUpdateId: "3",
  status: "pending",
  algReleaseId: "5",
  firmwareReleaseTag: "release",
  cycleTime: 690,
  triggerNumber: 30,
  satelliteFixTime: 5,
  satellitePasses: null,
  createdAt: "2026-01-01T00:00:00.000Z",
  deviceIds: ["cam-1"],
  deviceReports: [],
};
const refused = (id: string): WriteRefusal => ({
  id,
  kind: "deviceEdit",
  insightId: "cam-1",
  deviceId: "cam-1",
  value: { description: "north face" },
  base: { description: null },
  outcome: "notAccepted",
  by: null,
  atMs: 1,
});

/** A Sentinel that was renamed without a connection: the mirror still has its old name. */
function openRenamed(shown: ReactNode, address: string, world: Partial<FakeWorld> = {}) {
  const http = createFakeHttp({
    "GET /api/devices/update": { message: [UPDATE] },
    "GET /api/modelRelease/approved": { message: [] },
  });
  return renderScreen(
    shown,
    {
      devices: [fakeDevice({ device_id: "cam-1", device_name: null, display_name: OLD })],
      groups: [fakeGroup({ group_id: "1", group_name: "Valley", devices: [] })],
      models: [MODEL],
      http,
      deviceEdits: new Map([["cam-1", { display_name: NEW, group_id: "1" }]]),
      ...world,
    },
    { address },
  );
}

describe("a Sentinel that was renamed offline has its new name", () => {
  const places: Record<string, [ReactNode, string]> = {
    "in My Devices": [<DevicesPage key="devices" role={ROLE} />, "/?tab=devices"],
    "in its group, where it was moved to": [<GroupsPage key="groups" />, "/?tab=groups&group=1"],
    "where devices for an update are picked": [
      <UpdatesPage key="new" role={ROLE} />,
      "/?tab=updates&update=new",
    ],
    "in an update": [<UpdatesPage key="update" role={ROLE} />, "/?tab=updates&update=3"],
  };
  it.each(Object.entries(places))("%s", async (_, [shown, address]) => {
    openRenamed(shown, address);
    expect((await screen.findAllByText(NEW)).length).toBeGreaterThan(0);
    expect(screen.queryByText(OLD)).toBeNull();
  });

  it("where devices for a group are picked", async () => {
    openRenamed(<GroupsPage />, "/?tab=groups&group=1&devices=add", {
      deviceEdits: new Map([["cam-1", { display_name: NEW }]]),
    });
    await screen.findByRole("checkbox", { name: new RegExp(NEW) });
    expect(screen.queryByText(OLD)).toBeNull();
  });

  it("where a model is deployed", async () => {
    openRenamed(<ModelsPage />, "/?tab=models");
    fireEvent.click(await screen.findByRole("button", { name: MODELS.deployModel("Mammals") }));
    await screen.findByRole("button", { name: MODELS.putOn(NEW) });
    expect(screen.queryByText(OLD)).toBeNull();
  });

  it("in the sync panel, beside an edit and beside an insight that were refused", async () => {
    openRenamed(<RefusedSection onClose={() => undefined} />, "/", {
      rows: [fakeInsight({ insightId: "9", deviceId: "cam-1", displayName: OLD, className: "lynx" })],
      outbox: {
        refused: [
          refused("r1"),
          {
            id: "r2",
            insightId: "9",
            deviceId: "cam-1",
            insightStatus: "archive",
            outcome: "overrode",
            by: "ben",
            atMs: 1,
          },
        ],
      },
    });
    await screen.findByText(NEW);
    await screen.findByText(`· ${NEW}`);
    expect(screen.queryByText(new RegExp(OLD))).toBeNull();
  });

  it("and without a name of its own, where the edit cleared it, is Unnamed", async () => {
    openRenamed(<DevicesPage role={ROLE} />, "/?tab=devices", {
      deviceEdits: new Map([["cam-1", { display_name: null }]]),
    });
    expect((await screen.findAllByText("Unnamed")).length).toBeGreaterThan(0);
  });
});

/** The values of a link to one Sentinel's name that are not known here. */
function Unknown({ deviceName, counts }: { deviceName: string; counts: FilterCounts }) {
  const control = { address: { filter: { deviceName } }, mendFilter: () => undefined };
  const unknown = useKnownValues({
    address: control as unknown as Parameters<typeof useKnownValues>[0]["address"],
    counts,
    groups: [],
    page: { complete: true } as InsightPage,
  });
  const devices = useDevicesView();
  return <p>{devices === undefined ? "not read" : `unknown: ${unknown.map(({ value }) => value).join()}`}</p>;
}

describe("a link that names a Sentinel that was renamed offline", () => {
  const counts = { classNames: [], deviceIds: [] } as unknown as FilterCounts;
  it.each([
    [NEW, "unknown:"],
    [OLD, `unknown: ${OLD}`],
  ])("by %s is told '%s'", async (deviceName, expected) => {
    openRenamed(<Unknown deviceName={deviceName} counts={counts} />, "/");
    await screen.findByText(expected);
  });
});

/** Reads Sentinels from the mirror, by that name or by any that a callback gives it. */
const READS_MIRROR = /\.devices\(\)/;
const SCREENS = ["app", "client", "features", "parts"];
const READERS = ["client/devices-view.ts"];

function readersOfMirror(): string[] {
  return SCREENS.flatMap((folder) =>
    readdirSync(join("src", folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  ).filter((file) => READS_MIRROR.test(readFileSync(join("src", file), "utf8")));
}

describe("the order of Sentinels", () => {
  it("is that of the names that are shown, so that one renamed offline has its new place", () => {
    const devices = ["Ash", "Birch", "Cedar"].map((name, at) =>
      fakeDevice({ device_id: `cam-${at}`, device_name: null, display_name: name }),
    );
    const shown = devicesView(devices, [], new Map([["cam-0", { display_name: "Willow" }]]));
    expect(shown.devices.map(({ display_name }) => display_name)).toEqual(["Birch", "Cedar", "Willow"]);
  });
});

describe("screens", () => {
  it("read Sentinels through the one view alone, so that none shows an old name", () => {
    expect(readersOfMirror().sort()).toEqual(READERS);
    for (const planted of ["mirror.devices()", "await reader.devices()"])
      expect(READS_MIRROR.test(planted), planted).toBe(true);
  });
});
