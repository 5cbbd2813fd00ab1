// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DevicesPage } from "../../../../src/features/devices/devices-page.tsx";
import { ADD_DEVICE, DEVICE_FORM } from "../../../../src/messages/fleet/devices.ts";
import type { Device } from "../../../../src/protocol/shapes.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import { type FakeWorld, fakeInsight } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";
import { fakeDevice, fakeGroup } from "../../../support/server/fleet-world.ts";

const HOUR_MS = 3_600_000;
const MEMBER = "member";
const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

const FORD = fakeDevice({
  device_id: "cam-1",
  device_name: "CAM 1",
  display_name: "Ford",
  location_name: "Weir",
  latitude: 5,
  longitude: 6,
  cycle_time: 61,
  battery_voltage: 4.1,
  group_id: "3",
  last_seen: ago(HOUR_MS),
  last_insight_at: ago(1.2 * HOUR_MS),
  last_image_at: ago(4.01 * HOUR_MS),
});
const BARE = fakeDevice({
  device_id: "cam-2",
  device_name: "Bare",
  display_name: "Bare",
  battery_voltage: 3.2,
});
const GROUPS = [fakeGroup({ group_id: "3", group_name: "Northern pines", devices: ["cam-1"] })];

function show(
  { devices = [FORD, BARE], ...world }: Partial<FakeWorld> & { devices?: readonly Device[] } = {},
  address = "/?tab=devices",
) {
  return renderScreen(<DevicesPage role={MEMBER} />, { groups: GROUPS, ...world, devices }, { address });
}

const rowOf = async (name: string) => {
  const button = await screen.findByRole("button", { name: `Edit ${name}` });
  return within(button.closest("tr") as HTMLElement);
};
const openForm = async (name: string) => {
  fireEvent.click(await screen.findByRole("button", { name: `Edit ${name}` }));
  return within(await screen.findByRole("dialog", { name: `Edit ${name}` }));
};
const field = (form: ReturnType<typeof within>, label: string) =>
  form.getByLabelText(label) as HTMLInputElement;
const type = (form: ReturnType<typeof within>, label: string, value: string) =>
  fireEvent.change(field(form, label), { target: { value } });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("My Devices", () => {
  it("shows each Sentinel's health at a glance, whole hours rounded up, and no location as such [DEV-01, DEV-22, DEV-23, DEV-26, INS-62]", async () => {
    show();
    const ford = await rowOf("Ford");
    for (const text of ["Weir", "Northern pines", "4.10 V", "Full", "2 h ago", "5 h ago"]) {
      expect(ford.getByText(text)).toBeTruthy();
    }
    const bare = await rowOf("Bare");
    expect(bare.getByText("No Location Available")).toBeTruthy();
    expect(bare.getByText("Low")).toBeTruthy();
    expect(bare.getByText("Please replace batteries")).toBeTruthy();
    expect(bare.getAllByText("Never").length).toBe(3);
    expect(screen.getByText("2 Sentinels, 1 low battery")).toBeTruthy();
  });

  it('calls a dropped update so, as the Updates screen does, and says "None" where there was none', async () => {
    show({ devices: [{ ...FORD, device_update_status: "dropped" }, BARE] });
    const dropped = (await rowOf("Ford")).getByText("Dropped");
    expect(dropped.querySelector("svg")?.dataset.icon).toBe("none");
    expect((await rowOf("Bare")).getByText("None")).toBeTruthy();
    expect((await openForm("Ford")).getByText("Dropped")).toBeTruthy();
  });

  it("shows the last photo of each Sentinel once its row is drawn, or that there is none (hand 14)", async () => {
    URL.createObjectURL = () => "blob:photo";
    URL.revokeObjectURL = () => {};
    const fileCtimeMs = Date.parse(FORD.last_image_at ?? "");
    const rows = [fakeInsight({ insightId: "a", deviceId: "cam-1", photoUrl: "a.jpg", fileCtimeMs })];
    show({ rows, photo: async () => ({ kind: "image", blob: new Blob(["x"]) }) });
    const ford = await rowOf("Ford");
    const link = await ford.findByRole("link", { name: /^Open the last photo of Ford/ });
    await waitFor(() => expect(link.querySelector("img")?.getAttribute("src")).toBe("blob:photo"));
    expect(link.getAttribute("href")).toContain("image=a");
    expect((await rowOf("Bare")).getByText("No photo yet")).toBeTruthy();
  });

  it.each([
    [4.01, "Full"],
    [4, "High"],
    [3.8, "Good"],
    [3.6, "Medium"],
    [3.4, "Fair"],
    [3.2, "Low"],
    [null, "No reading"],
  ])("tells a battery of %s V as %s [DEV-22, DEV-23]", async (volts, words) => {
    show({ devices: [fakeDevice({ device_id: "b", display_name: "B", battery_voltage: volts })] });
    expect((await rowOf("B")).getByText(words)).toBeTruthy();
  });

  it.each([
    [3.21, "Reliable"],
    [3.2, "Not reliable"],
    [null, "–"],
  ])(
    "treats a Sentinel with %s V as %s, in its form and in a column to filter by (promise B2) [DEV-24]",
    async (volts, words) => {
      const device = fakeDevice({ device_id: "b", display_name: "B", battery_voltage: volts });
      show({ devices: [device] }, "/?tab=devices&f.reliable=reliable");
      if (volts === null) {
        cleanup();
        show({ devices: [device] });
      }
      const form = await openForm("B");
      expect(form.getByText("Reliable", { selector: "dt" }).nextElementSibling?.textContent).toBe(words);
      cleanup();
      show({ devices: [device, BARE] }, "/?tab=devices&f.reliable=not");
      if (words === "Not reliable") await rowOf("B");
      else await rowOf("Bare");
      expect(screen.queryByRole("button", { name: "Edit B" }) !== null).toBe(words === "Not reliable");
    },
  );

  it("offers all fields of a Sentinel, the present cycle time among the durations, and cuts what is too long [DEV-02, DEV-03, DEV-04, DEV-05, DEV-06, DEV-19, DEV-20, DEV-21]", async () => {
    show();
    const form = await openForm("Ford");
    for (const [label, limit] of [
      ["Name", 30],
      ["Description", 100],
      ["Location name", 30],
      ["Location description", 100],
    ] as const) {
      type(form, label, "x".repeat(limit + 5));
      expect(field(form, label).value).toBe("x".repeat(limit));
    }
    const options = Array.from(
      form.getByLabelText<HTMLSelectElement>("Cycle time").options,
      ({ text }) => text,
    );
    expect(options).toHaveLength(71);
    expect(options.slice(0, 2)).toEqual(["5 minutes", "10 minutes"]);
    expect(options).toEqual(expect.arrayContaining(["61 minutes", "11.5 hours", "12 hours", "48 hours"]));
    expect(form.getByLabelText<HTMLSelectElement>("Group").value).toBe("3");
  });

  it("ignores what is no position [DEV-07, DEV-08]", async () => {
    show();
    const form = await openForm("Ford");
    for (const typed of ["91", "north", "5x"]) type(form, "Latitude", typed);
    expect(field(form, "Latitude").value).toBe("5");
    type(form, "Latitude", "-");
    type(form, "Latitude", "-5.5");
    expect(field(form, "Latitude").value).toBe("-5.5");
    type(form, "Longitude", "180.5");
    expect(field(form, "Longitude").value).toBe("6");
  });

  it("says why a character was ignored until the next change, and saves a cut number only when asked again (promise B4)", async () => {
    const page = show();
    const enqueue = vi.spyOn(page.outbox, "enqueue");
    const form = await openForm("Ford");
    for (const typed of ["1", "12", "123"]) type(form, "Latitude", typed);
    expect(field(form, "Latitude").value).toBe("12");
    const why = form.getByText("Latitude lies between -90 and 90: “123” was ignored.");
    expect(field(form, "Latitude").getAttribute("aria-describedby")).toBe(why.id);
    type(form, "Longitude", "6x");
    expect(form.queryByText(/“123”/)).toBeNull();
    form.getByText("Longitude lies between -180 and 180: “6x” was ignored.");
    type(form, "Longitude", "7");
    expect(form.queryByRole("alert")).toBeNull();

    type(form, "Latitude", "123");
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    form.getByText(DEVICE_FORM.faults["left-out"]);
    expect(document.activeElement).toBe(field(form, "Latitude"));
    expect(enqueue).not.toHaveBeenCalled();
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(enqueue.mock.calls[0]?.[1][0]?.value).toEqual({ latitude: 12, longitude: 7 }));
  });

  it("saves the fields that were changed and no others, with what was seen, through the outbox", async () => {
    const page = show();
    const enqueue = vi.spyOn(page.outbox, "enqueue");
    const form = await openForm("Ford");
    type(form, "Latitude", "5.5");
    type(form, "Description", " By the ford ");
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit Ford" })).toBeNull());
    expect(enqueue.mock.calls).toEqual([
      [
        "deviceEdit",
        [
          {
            subject: "cam-1",
            deviceId: "cam-1",
            value: { description: "By the ford", latitude: 5.5, longitude: 6 },
            base: { description: null, latitude: 5, longitude: 6 },
          },
        ],
      ],
    ]);
  });

  it("does not save a Sentinel without a cycle time [DEV-09]", async () => {
    const page = show({ devices: [{ ...FORD, cycle_time: null }] });
    const enqueue = vi.spyOn(page.outbox, "enqueue");
    const form = await openForm("Ford");
    type(form, "Name", "Weir camera");
    fireEvent.click(form.getByRole("button", { name: "Save" }));
    expect(await form.findByText("No cycle time given")).toBeTruthy();
    expect(enqueue).not.toHaveBeenCalled();
  });

  it("asks before it throws away what was typed", async () => {
    show();
    const form = await openForm("Ford");
    type(form, "Name", "Other");
    fireEvent.click(form.getByRole("button", { name: "Close" }));
    fireEvent.click(await form.findByRole("button", { name: "Keep editing" }));
    expect(field(form, "Name").value).toBe("Other");
    fireEvent.click(form.getByRole("button", { name: "Close" }));
    fireEvent.click(await form.findByRole("button", { name: "Discard" }));
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Edit Ford" })).toBeNull());
  });

  it("takes the position of this phone with its accuracy, or says why it cannot", async () => {
    const getCurrentPosition = vi.fn((found: PositionCallback, _failed: PositionErrorCallback) =>
      found({ coords: { latitude: 51.44123456, longitude: 5.4, accuracy: 12 } } as GeolocationPosition),
    );
    vi.stubGlobal("isSecureContext", true);
    Object.defineProperty(navigator, "geolocation", { configurable: true, value: { getCurrentPosition } });
    show();
    const form = await openForm("Ford");
    fireEvent.click(form.getByRole("button", { name: "Use my position" }));
    expect(
      await form.findByText("Your position is entered, accurate to about 12 m. Save keeps it."),
    ).toBeTruthy();
    expect([field(form, "Latitude").value, field(form, "Longitude").value]).toEqual(["51.441235", "5.4"]);
    getCurrentPosition.mockImplementation((_found, failed) =>
      failed({ code: 1 } as GeolocationPositionError),
    );
    fireEvent.click(form.getByRole("button", { name: "Use my position" }));
    expect(await form.findByText(/not allowed to use your position/)).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it.each([
    ["Revoke ownership", "DEV-10", "ownership"],
    ["Archive all insights", "DEV-11", "insights"],
  ])(
    "%s asks first, with what it takes to get it back, and clears by one call [%s, DEV-12]",
    async (name, _, flag) => {
      const asked: unknown[] = [];
      const http = createFakeHttp({
        "DELETE /api/dataClearing/cam-1": ({ query }) => {
          asked.push(query);
          return { message: { device_id: "cam-1", location: false, insights: true, ownership: true } };
        },
      });
      show({ http });
      const form = await openForm("Ford");
      fireEvent.click(form.getByRole("button", { name }));
      const sure = within(await screen.findByRole("dialog", { name: /of Ford\?$/ }));
      expect(sure.getByText("Support is needed to regain access.")).toBeTruthy();
      expect(asked).toEqual([]);
      fireEvent.click(sure.getByRole("button", { name }));
      await waitFor(() => expect(asked).toEqual([{ [flag]: "true" }]));
    },
  );

  it("offline lets a Sentinel be edited, and says why it cannot be added or given up", async () => {
    const page = show({ sync: { phase: "offline" } });
    const add = await screen.findByRole<HTMLButtonElement>("button", { name: "Add a Sentinel" });
    expect(add.disabled).toBe(true);
    expect(screen.getByText(/Adding a Sentinel needs a connection/)).toBeTruthy();
    const form = await openForm("Ford");
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Revoke ownership" }).disabled).toBe(true);
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(false);
    act(() => page.setSync({ phase: "online" }));
    expect(form.getByRole<HTMLButtonElement>("button", { name: "Revoke ownership" }).disabled).toBe(false);
  });

  it("says that a Sentinel may have been added, and looks, where a proxy gave up waiting for the server", async () => {
    const http = createFakeHttp({ "POST /api/devices": "proxyPage" });
    const page = show({ http }, "/?tab=devices&devices=add");
    const label = await screen.findByLabelText("Device ID");
    fireEvent.change(label, { target: { value: "SN-7" } });
    fireEvent.click(screen.getByRole("button", { name: ADD_DEVICE.submit }));
    await screen.findByText(ADD_DEVICE.unanswered);
    expect(page.calls).toContain("pullNow");
  });

  it("says so where an address names a Sentinel that is not here", async () => {
    show({}, "/?tab=devices&device=nobody");
    const dialog = within(await screen.findByRole("dialog", { name: "This Sentinel is not here" }));
    expect(dialog.getByText(/not among the Sentinels on this device/)).toBeTruthy();
  });
});
