// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GroupsPage } from "../../../../src/features/groups/groups-page.tsx";
import { GROUPS } from "../../../../src/messages/fleet/groups.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import { NAVIGATION_LABELS, pageTitle } from "../../../../src/messages/shell/shell.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeHttp, type FakeHttp } from "../../../support/client/fake-http.ts";
import type { FakeWorld } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";
import { fakeDevice, fakeGroup } from "../../../support/server/fleet-world.ts";

const VALLEY = fakeGroup({
  group_id: "1",
  group_name: "Valley",
  deployment_description: "Along the river",
  devices: ["a", "b"],
});
const RIDGE = fakeGroup({ group_id: "2", group_name: "Ridge", devices: ["c"] });
const DEVICES = ["a", "b", "c", "d"].map((id) =>
  fakeDevice({ device_id: id, display_name: `Cam ${id.toUpperCase()}` }),
);

function open(
  routes: Parameters<typeof createFakeHttp>[0] = {},
  {
    address = "/?tab=groups",
    widthPx = 1440,
    ...world
  }: Partial<FakeWorld> & { address?: string; widthPx?: number } = {},
) {
  const http: FakeHttp = createFakeHttp(routes);
  const shown = renderScreen(
    <GroupsPage />,
    { groups: [VALLEY, RIDGE], devices: DEVICES, http, ...world },
    { address, widthPx },
  );
  return { ...shown, wire: http.calls };
}

const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const type = async (label: string, text: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value: text } });
const toasts = () => toastStore.getState().toasts.map(({ message }) => message);

// Whether each element is hidden takes most of the time in jsdom, and none here is.
configure({ defaultHidden: true });

afterEach(() => {
  cleanup();
  localStorage.clear();
  toastStore.setState({ toasts: [] });
  vi.restoreAllMocks();
});

describe("the Groups screen", () => {
  it("lists the groups by name with their devices, offline too [GRP-01]", async () => {
    open({}, { sync: { phase: "offline" } });
    const table = await screen.findByRole("table", { name: GROUPS.caption });
    await within(table).findByText("Valley");
    const rows = within(table).getAllByRole("row").slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Ridge–1/),
      expect.stringMatching(/^ValleyAlong the river2/),
    ]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Groups");
    expect([pageTitle("groups"), NAVIGATION_LABELS.groups]).toEqual(["Groups", "Device Groups"]);
  });

  it("shows them as cards on a phone [GRP-01]", async () => {
    open({}, { widthPx: 360 });
    const cards = await screen.findByRole("list", { name: GROUPS.caption });
    await waitFor(() => expect(within(cards).getAllByRole("listitem")).toHaveLength(2));
  });

  it("says that there are no groups and offers to make one [GRP-08]", async () => {
    open({}, { groups: [] });
    await screen.findByText("No groups available, please make a new group");
    await press(GROUPS.make);
    await screen.findByRole("dialog", { name: GROUPS.makeTitle });
  });

  it("does not say so before the groups have come", async () => {
    open({}, { groups: [], sync: { freshAtMs: null, phase: "offline" } });
    await screen.findByText(GROUPS.notYet);
    expect(screen.queryByText(GROUPS.empty)).toBeNull();
  });

  it("says offline why nothing can be changed, on every button that would", async () => {
    open({}, { sync: { phase: "offline" }, address: "/?tab=groups&group=1" });
    await screen.findByRole("dialog", { name: "Valley" });
    const reason = ONLINE.onlyOnline(GROUPS.changing);
    for (const name of [GROUPS.save, GROUPS.add, GROUPS.delete, GROUPS.remove("Cam A", "Valley")]) {
      const found = await button(name);
      expect(found.disabled, name).toBe(true);
      const id = found.getAttribute("aria-describedby") ?? "";
      expect(document.getElementById(id)?.textContent, name).toBe(reason);
    }
  });
});

describe("a new group", () => {
  it("needs a name, and is made with its description and then opened [GRP-02, GRP-03]", async () => {
    const made = fakeGroup({ group_id: "9", group_name: "Delta" });
    const { wire, history, calls } = open({ "POST /api/v2/groups": { message: made } });
    await press(GROUPS.make);
    await press(GROUPS.create);
    expect((await screen.findByRole("alert")).textContent).toBe("Please enter a group name.");
    await type(GROUPS.name, "   ");
    await press(GROUPS.create);
    expect(wire).toEqual([]);
    await type(GROUPS.name, "  Delta ");
    await type(GROUPS.description, "Mouth of the river");
    await press(GROUPS.create);
    await waitFor(() => expect(history.at(-1)).toMatch(/group=9$/));
    expect(wire).toEqual([
      'POST /api/v2/groups {"groupName":"Delta","deploymentDescription":"Mouth of the river"}',
    ]);
    expect(calls).toContain("pullNow");
    expect(toasts()).toEqual([GROUPS.made("Delta")]);
  });

  it("is not said to be made where nobody answered", async () => {
    const { calls } = open({}, { address: "/?tab=groups&group=new" });
    await type(GROUPS.name, "Delta");
    await press(GROUPS.create);
    await screen.findByText(ONLINE.unanswered);
    // It may have come through: the list is looked at again.
    expect(calls).toContain("pullNow");
    expect(toasts()).toEqual([]);
  });
});

describe("one group", () => {
  const address = "/?tab=groups&group=1";

  it("opens by its name, at an address of its own [GRP-04]", async () => {
    const { history } = open();
    await press(GROUPS.open("Valley"));
    await screen.findByRole("dialog", { name: "Valley" });
    expect(history.at(-1)).toMatch(/group=1$/);
    await press("Close");
    await waitFor(() => expect(screen.queryByRole("dialog", { name: "Valley" })).toBeNull());
  });

  it("asks for a name, refuses an empty one and another group's, and keeps its own [GRP-04, GRP-09, GRP-10, GRP-11]", async () => {
    const { wire } = open({ "PUT /api/v2/groups/1": { message: VALLEY } }, { address });
    await screen.findByText("Please enter a group name.");
    await type(GROUPS.name, " ");
    await press(GROUPS.save);
    await screen.findByText("The new group name cannot be empty");
    await type(GROUPS.name, "rIDGE ");
    await press(GROUPS.save);
    await screen.findByText("One of your groups already has this name.");
    expect(wire).toEqual([]);
    await type(GROUPS.name, "VALLEY");
    await press(GROUPS.save);
    await screen.findByText(GROUPS.saved);
    expect(wire).toEqual(['PUT /api/v2/groups/1 {"groupName":"VALLEY","groupDesc":"Along the river"}']);
  });

  it("shows what the server says against a name [GRP-10]", async () => {
    const errors = { groupName: "One of your groups already has this name." };
    open({ "PUT /api/v2/groups/1": { status: 400, errors } }, { address });
    await type(GROUPS.name, "Delta");
    await press(GROUPS.save);
    await screen.findByText(errors.groupName);
  });

  it("is deleted only after a question that says what becomes of its devices [GRP-05]", async () => {
    const { wire, history } = open({ "DELETE /api/v2/groups/1": { message: "ok" } }, { address });
    await press(GROUPS.delete);
    await screen.findByText(/stay yours, in no group/);
    await press(GROUPS.keep);
    expect(wire).toEqual([]);
    await press(GROUPS.delete);
    await press(GROUPS.deleteConfirm);
    await waitFor(() => expect(history.at(-1)).not.toMatch(/group=/));
    expect(wire).toEqual(["DELETE /api/v2/groups/1"]);
    expect(toasts()).toEqual([GROUPS.deleted("Valley")]);
  });

  it("takes a group that is gone already for deleted [GRP-05]", async () => {
    open({ "DELETE /api/v2/groups/1": { status: 404 } }, { address });
    await press(GROUPS.delete);
    await press(GROUPS.deleteConfirm);
    await waitFor(() => expect(toasts()).toEqual([GROUPS.deleted("Valley")]));
  });

  it("lets a device go, with a notice that leaves after 1500 ms [GRP-07, GRP-12]", async () => {
    const { wire } = open({ "DELETE /api/v2/groups/1/devices/b": { message: VALLEY } }, { address });
    const timers = vi.spyOn(globalThis, "setTimeout");
    await press(GROUPS.remove("Cam B", "Valley"));
    await waitFor(() => expect(toasts()).toEqual([GROUPS.removed(1, "Valley")]));
    expect(wire).toEqual(["DELETE /api/v2/groups/1/devices/b"]);
    expect(timers.mock.calls.map(([, delayMs]) => delayMs)).toContain(1500);
    await waitFor(() => expect(toasts()).toEqual([]));
  });

  it("says that it is not here where the address names a group that is gone", async () => {
    open({}, { address: "/?tab=groups&group=77" });
    await screen.findByRole("dialog", { name: GROUPS.gone });
  });
});

describe("devices that go into a group", () => {
  const address = "/?tab=groups&group=1&devices=add";
  const box = (name: RegExp) => screen.findByRole<HTMLInputElement>("checkbox", { name });

  it("are chosen among those outside it, after a word on the group that they leave [GRP-06]", async () => {
    const { wire } = open(
      {
        "POST /api/v2/groups/1/devices": { message: VALLEY },
      },
      { address },
    );
    await box(/Cam C.*in Ridge/);
    expect(screen.queryByRole("checkbox", { name: /Cam A/ })).toBeNull();
    fireEvent.click(await box(/Cam D/));
    expect(screen.queryByText(/leaves its group/)).toBeNull();
    fireEvent.click(await box(/Cam C/));
    await screen.findByText(GROUPS.leaves(1, ["Ridge"]));
    await press(GROUPS.addChosen(2));
    await waitFor(() => expect(toasts()).toEqual([GROUPS.added(2, "Valley")]));
    expect(wire.toSorted()).toEqual([
      'POST /api/v2/groups/1/devices {"deviceId":"c"}',
      'POST /api/v2/groups/1/devices {"deviceId":"d"}',
    ]);
  });

  it("are counted where only some of them went over, and why the others did not [GRP-06]", async () => {
    const answer = ({ body }: { body?: unknown }) =>
      JSON.stringify(body).includes('"d"') ? { status: 404 } : { message: VALLEY };
    open({ "POST /api/v2/groups/1/devices": answer }, { address });
    fireEvent.click(await box(/Cam C/));
    fireEvent.click(await box(/Cam D/));
    await press(GROUPS.addChosen(2));
    await screen.findByText(GROUPS.partly(1, 2, ONLINE.gone));
    expect(toasts()).toEqual([]);
  });

  it("are found by typing among ten thousand, and chosen all at once [GRP-06]", async () => {
    const devices = Array.from({ length: 10_000 }, (_, at) =>
      fakeDevice({
        device_id: `dev-${at}`,
        display_name: `Trap ${at}`,
        location_name: at % 2 ? "Moor" : "Fen",
      }),
    );
    open({}, { address: "/?tab=groups&group=2&devices=add", devices });
    await screen.findByText("No Sentinel selected");
    expect(screen.getAllByRole("checkbox").length).toBeLessThanOrEqual(50);
    fireEvent.change(screen.getByRole("searchbox"), { target: { value: "trap 99 fen" } });
    await press("Select all 95");
    await screen.findByText("95 Sentinels selected");
    await button(GROUPS.addChosen(95));
  });
});
