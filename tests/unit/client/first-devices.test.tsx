// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, configure, renderHook, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { prefetchFirstDevices, useFirstDevices } from "../../../src/client/first-devices.ts";
import { ServicesProvider } from "../../../src/client/services.tsx";
import type { Role } from "../../../src/domain/account/role.ts";
import type { DeviceFields } from "../../../src/domain/device/device-fields.ts";
import { DevicesPage } from "../../../src/features/devices/devices-page.tsx";
import { DEVICES } from "../../../src/messages/fleet/devices.ts";
import type { FirstDevices } from "../../../src/storage/mirror/first-devices.ts";
import { createFakeServices } from "../../support/client/fake-services.ts";
import { renderScreen } from "../../support/client/render-screen.tsx";
import { fakeDevice } from "../../support/server/fleet-world.ts";

// Whether each element is hidden takes most of the time in jsdom, and none here is.
configure({ defaultHidden: true });
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const ROLE: Role = "member";
const ALL = Array.from({ length: 300 }, (_, at) =>
  fakeDevice({ device_id: `cam-${at}`, device_name: null, display_name: `Oak ${at}` }),
);

/** My Devices at a desk, whose Sentinels are read when the test says so. */
function open(address = "/?tab=devices", edits: ReadonlyMap<string, Partial<DeviceFields>> = new Map()) {
  let release = () => {};
  const read = new Promise<void>((resolve) => {
    release = resolve;
  });
  renderScreen(
    <DevicesPage role={ROLE} />,
    {
      rows: [],
      devices: ALL,
      devicesRead: read,
      firstDevices: { devices: ALL.slice(0, 100), groups: [], held: ALL.length },
      deviceEdits: edits,
    },
    { address },
  );
  return { release };
}

const names = () =>
  within(screen.getByRole("table"))
    .getAllByRole("rowheader")
    .map((cell) => cell.textContent);

describe("the first Sentinels, read before their screen is drawn", () => {
  it("are given up where the screen is drawn before the outbox is read", async () => {
    const { mirror, outbox } = createFakeServices({ rows: [] });
    const firstDevices = vi.spyOn(mirror, "firstDevices");
    const unread = { ...outbox, getState: () => ({ ...outbox.getState(), ready: false }) };
    const late = new AbortController();
    const waits = prefetchFirstDevices({ mirror, outbox: unread }, late.signal);
    late.abort();
    await waits;
    expect(firstDevices).not.toHaveBeenCalled();
  });

  it("are not kept for a later drawing where they come after the first one", async () => {
    const services = createFakeServices({ rows: [] });
    let come = (_: FirstDevices) => {};
    vi.spyOn(services.mirror, "firstDevices").mockReturnValue(
      new Promise((resolve) => {
        come = resolve;
      }),
    );
    const late = new AbortController();
    const reads = prefetchFirstDevices(services, late.signal);
    await vi.waitFor(() => expect(services.mirror.firstDevices).toHaveBeenCalled());
    late.abort();
    come({ devices: ALL.slice(0, 1), groups: [], held: ALL.length });
    await reads;
    const later = renderHook(() => useFirstDevices(true), {
      wrapper: ({ children }) => <ServicesProvider services={services}>{children}</ServicesProvider>,
    });
    expect(later.result.current.first).toBeNull();
  });
});

describe("the first Sentinels, while all of them are being read", () => {
  it("are the first page, with the number of all", async () => {
    const { release } = open();
    await screen.findByText("Oak 24");
    expect(names()).toHaveLength(25);
    expect(screen.getAllByText(/of 300/).length).toBeGreaterThan(0);
    const before = names();
    release();
    await screen.findByText(DEVICES.remark(300, 0));
    expect(names()).toEqual(before);
  });

  it("are not shown in another order, on a later page or where a name waits in the outbox", async () => {
    for (const [address, edits] of [
      ["/?tab=devices&sort=-name", new Map()],
      ["/?tab=devices&page=5", new Map()],
      ["/?tab=devices", new Map([["cam-3", { display_name: "Aspen" }]])],
    ] as const) {
      const { release } = open(address, edits);
      // In a later page and another order the table is here already, without rows.
      if (edits.size === 0) await screen.findByRole("table");
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(screen.queryByText(/^Oak/), address).toBeNull();
      release();
      await screen.findAllByText(/^Oak/);
      cleanup();
    }
  });
});
