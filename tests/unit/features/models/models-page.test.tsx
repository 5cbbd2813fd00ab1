// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import { ModelsPage } from "../../../../src/features/models/models-page.tsx";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import type { Device, Group, Model } from "../../../../src/protocol/shapes.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeServices, type FakeWorld } from "../../../support/client/fake-services.ts";

const model = (alg_id: string, alg_name: string, classes: Model["classes"]): Model => ({
  alg_id,
  alg_name,
  alg_description: null,
  alg_type: null,
  author: null,
  framework: "YOLOv5",
  date_created: "2026-01-01T00:00:00.000Z",
  classes,
});
const MODELS = [
  model("4", "Mammals", [
    { class_id: 0, label: "fox", original_label: "Vulpes vulpes" },
    { class_id: 1, label: "deer", original_label: "" },
  ]),
  model("5", "Birds", [{ class_id: 0, label: "heron", original_label: "Ardea" }]),
];
const device = (device_id: string, group_id: string | null, models: string[]) =>
  ({ device_id, display_name: `Camera ${device_id}`, group_id, models }) as unknown as Device;
const group = (group_id: string, group_name: string, devices: string[]): Group => ({
  group_id,
  group_name,
  deployment_description: null,
  devices,
  created_on: "2026-01-01T00:00:00.000Z",
  updated_on: "2026-01-01T00:00:00.000Z",
});
const DEVICES = [device("1", "7", ["4"]), device("2", "7", []), device("3", null, [])];
const GROUPS = [group("7", "North", ["1", "2"]), group("8", "Empty", [])];

type Outcome = HttpOutcome<unknown>;

function open(world: Partial<FakeWorld> = {}, width = 1440) {
  window.matchMedia = (query: string) => {
    const limit = Number(/(\d+)px/.exec(query)?.[1]);
    return Object.assign(new EventTarget(), { matches: width <= limit, media: query }) as never;
  };
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  const calls: { call: HttpCall<unknown>; answer(outcome: Outcome): void }[] = [];
  const http = {
    call: (call: HttpCall<unknown>) =>
      new Promise<Outcome>((resolve) => calls.push({ call, answer: resolve })),
  } as unknown as Http;
  const services = createFakeServices({
    rows: [],
    models: MODELS,
    devices: DEVICES,
    groups: GROUPS,
    http,
    ...world,
  });
  const location = memoryLocation({ path: "/?tab=models", record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ServicesProvider services={services}>
        <ModelsPage />
      </ServicesProvider>
    </Router>,
  );
  return { calls, services };
}

async function openDeploy(name = "Mammals") {
  fireEvent.click(await screen.findByRole("button", { name: `Deploy ${name}` }));
  return within(screen.getByRole("dialog", { name: `Deploy ${name}` }));
}
const SIX = ["1", "2", "3", "4", "5", "6"].map((id) => device(id, "7", ["4"]));
const idOf = (one: Device | undefined) => one?.device_id ?? "";
const bodiesAfter = (calls: readonly { call: HttpCall<unknown> }[], first: number) =>
  calls.slice(first).map(({ call }) => call.body);
/** The button of the newest message. */
const press = async (label: string) => {
  const action = toastStore.getState().toasts.at(-1)?.action;
  expect(action?.label).toBe(label);
  await act(async () => action?.run());
};
const refusal = (status: number): Outcome => ({
  kind: "refusal",
  status,
  refusal: { code: null, errors: {}, message: null, retryAfterMs: null },
  protocol: 1,
});
const answer = (...pairs: (readonly [string, string])[]): Outcome => ({
  kind: "answer",
  value: {
    message: pairs.map(([device_id, deployed_status]) => ({ device_id, alg_id: "4", deployed_status })),
  },
  protocol: 1,
});
const toasts = () => toastStore.getState().toasts.map(({ message }) => message);

afterEach(() => {
  cleanup();
  localStorage.clear();
  toastStore.setState({ toasts: [] });
});

describe("My Models", () => {
  it("shows each model with its name and its animals, by their makers' names where they have one [MODEL-01] [MODEL-04]", async () => {
    open();
    const row = within(
      (await screen.findByRole("rowheader", { name: "Mammals" })).closest("tr") as HTMLElement,
    );
    expect(row.getByText(/Vulpes vulpes.*Deer/)).toBeTruthy();
    expect(row.getByText("1 Sentinel")).toBeTruthy();
    expect(screen.getByText("2 models")).toBeTruthy();
  });

  it("lists what is deployed first, and the account's others below under a heading of their own (promise B5) [MODEL-01]", async () => {
    open();
    const table = within(await screen.findByRole("region", { name: "Deployed models" }));
    const headers = await table.findAllByRole("rowheader");
    expect(headers.map(({ textContent }) => textContent)).toEqual(["Mammals"]);
    const others = screen.getByRole("region", { name: "Also in your account" });
    expect(within(others).getByRole("heading", { name: "Birds" })).toBeTruthy();
    expect(within(others).getByRole("button", { name: "Deploy Birds" })).toBeTruthy();
    const place = screen.getByRole("rowheader", { name: "Mammals" }).compareDocumentPosition(others);
    expect(place & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  it("says so where none of them is deployed, with all of them below", async () => {
    open({ devices: [device("1", null, [])] });
    expect(await screen.findByText("None of your models is deployed")).toBeTruthy();
    const others = within(screen.getByRole("region", { name: "Also in your account" }));
    expect(others.getAllByRole("heading", { level: 3 })).toHaveLength(2);
  });

  it("is read from this device, and so is there offline [MODEL-01]", async () => {
    open({ sync: { phase: "offline" } });
    expect(await screen.findByRole("rowheader", { name: "Mammals" })).toBeTruthy();
  });

  it("says where models are found where there are none, and leads there [MODEL-02]", async () => {
    open({ models: [] });
    expect(
      await screen.findByText("No models are available; models can be found in the model marketplace"),
    ).toBeTruthy();
    const link = screen.getByRole("link", { name: "Open the model marketplace" });
    expect(link.getAttribute("href")).toBe("/?tab=marketplace");
  });

  it("does not say that there are none before the first copy has come", async () => {
    const { services } = open({ models: [], sync: { freshAtMs: null, phase: "offline" } });
    expect(await screen.findByText("Your models are not on this device yet")).toBeTruthy();
    act(() => services.setSync({ phase: "online" }));
    expect(await screen.findByText("Loading")).toBeTruthy();
    expect(screen.queryByText(/No models are available/)).toBeNull();
  });
});

describe("the deploy dialog", () => {
  it("shows where the model is: each group's share, then each Sentinel [MODEL-05]", async () => {
    open();
    const dialog = await openDeploy();
    expect(dialog.getByText("On 1 of 2 Sentinels")).toBeTruthy();
    expect(dialog.getByText("No Sentinel in it")).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Remove from Camera 1" })).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Deploy to Camera 2" })).toBeTruthy();
    expect(dialog.queryByRole("button", { name: /all: Empty/ })).toBeNull();
  });

  it("puts it on one Sentinel, and shows so only once the server has said so [MODEL-06] [MODEL-12]", async () => {
    const { calls, services } = open();
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Deploy to Camera 3" }));
    expect(calls[0]?.call).toMatchObject({
      method: "POST",
      path: "/api/deployedModels",
      body: { device_id: "3", alg_id: "4", deployed_status: "Deploy" },
    });
    expect(dialog.getByRole("button", { name: "Deploy to Camera 3" }).ariaBusy).toBe("true");
    await act(async () => calls[0]?.answer(answer(["3", "Deploy"])));
    expect(dialog.getByRole("button", { name: "Remove from Camera 3" })).toBeTruthy();
    expect(toasts()).toEqual(["Mammals is deployed to Camera 3."]);
    expect(services.calls).toContain("pullNow");
  });

  it("takes it off with another status [MODEL-07]", async () => {
    const { calls } = open();
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Remove from Camera 1" }));
    expect(calls[0]?.call.body).toEqual({ device_id: "1", alg_id: "4", deployed_status: "Remove" });
    await act(async () => calls[0]?.answer(answer(["1", "Remove"])));
    expect(dialog.getByText("On 0 of 2 Sentinels")).toBeTruthy();
  });

  it("puts it on a whole group at once [MODEL-08]", async () => {
    const { calls } = open();
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Deploy to all: North" }));
    expect(calls[0]?.call.body).toEqual({ group_id: "7", alg_id: "4", deployed_status: "Deploy" });
    await act(async () => calls[0]?.answer(answer(["1", "Deploy"], ["2", "Deploy"])));
    expect(dialog.getByText("On 2 of 2 Sentinels")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Deploy to all: North" })).toBeNull();
  });

  it("takes a whole group back by Undo, but for the Sentinels that had the model before (hand 2)", async () => {
    const { calls } = open();
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Deploy to all: North" }));
    await act(async () => calls[0]?.answer(answer(["1", "Deploy"], ["2", "Deploy"])));
    await press("Undo");
    expect(bodiesAfter(calls, 1)).toEqual([{ device_id: "2", alg_id: "4", deployed_status: "Remove" }]);
    await act(async () => calls[1]?.answer(answer(["2", "Remove"])));
    expect(dialog.getByText("On 1 of 2 Sentinels")).toBeTruthy();
    expect(calls).toHaveLength(2);
    expect(toasts().at(-1)).toBe("Undone: Mammals is removed from 1 Sentinel of North.");
  });

  it("deploys again to all of a group by Undo, with one pull and one message after all calls (hand 2)", async () => {
    const { calls, services } = open({ devices: SIX, groups: [group("7", "North", SIX.map(idOf))] });
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Remove from all: North" }));
    expect(calls[0]?.call.body).toEqual({ group_id: "7", alg_id: "4", deployed_status: "Remove" });
    await act(async () => calls[0]?.answer(answer(...SIX.map((one) => [idOf(one), "Remove"] as const))));
    expect(dialog.getByText("On 0 of 6 Sentinels")).toBeTruthy();
    const pulls = () => services.calls.filter((call) => call === "pullNow").length;
    const [pullsBefore, toastsBefore] = [pulls(), toasts()];
    await press("Undo");
    for (let at = 1; at <= SIX.length; at += 1) {
      expect(toasts()).toEqual(toastsBefore);
      expect(pulls()).toBe(pullsBefore);
      await act(async () => calls[at]?.answer(answer([idOf(SIX[at - 1]), "Deploy"])));
    }
    expect(bodiesAfter(calls, 1)).toEqual(
      SIX.map(({ device_id }) => ({ device_id, alg_id: "4", deployed_status: "Deploy" })),
    );
    expect(dialog.getByText("On 6 of 6 Sentinels")).toBeTruthy();
    expect(toasts().at(-1)).toBe("Undone: Mammals is deployed again to 6 Sentinels of North.");
    expect(toasts()).toHaveLength(toastsBefore.length + 1);
    expect(pulls()).toBe(pullsBefore + 1);
  });

  it("says how much of a group was taken back where some failed, and repeats those (hand 2)", async () => {
    const { calls } = open({ devices: SIX, groups: [group("7", "North", SIX.map(idOf))] });
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Remove from all: North" }));
    await act(async () => calls[0]?.answer(answer(...SIX.map((one) => [idOf(one), "Remove"] as const))));
    await press("Undo");
    // The first is gone, which says nothing about the others; the connection is lost at the last of the four.
    await act(async () => calls[1]?.answer(refusal(404)));
    for (const at of [2, 3, 5]) await act(async () => calls[at]?.answer(answer([String(at), "Deploy"])));
    await act(async () => calls[4]?.answer({ kind: "unreachable", why: "network" }));
    await act(async () => calls[6]?.answer(answer(["6", "Deploy"])));
    expect(toasts().at(-1)).toBe(`Undone for 4 of 6 Sentinels of North. ${ONLINE.gone}`);
    expect(dialog.getByText("On 4 of 6 Sentinels")).toBeTruthy();
    const before = calls.length;
    await press("Try again");
    expect(bodiesAfter(calls, before)).toEqual([
      { device_id: "1", alg_id: "4", deployed_status: "Deploy" },
      { device_id: "4", alg_id: "4", deployed_status: "Deploy" },
    ]);
  });

  it("begins no further call of an Undo once one was not answered (hand 2)", async () => {
    const { calls } = open({ devices: SIX, groups: [group("7", "North", SIX.map(idOf))] });
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Remove from all: North" }));
    await act(async () => calls[0]?.answer(answer(...SIX.map((one) => [idOf(one), "Remove"] as const))));
    await press("Undo");
    for (const at of [1, 2, 3, 4]) {
      await act(async () => calls[at]?.answer({ kind: "unreachable", why: "network" }));
    }
    expect(calls).toHaveLength(5);
    expect(toasts().at(-1)).toBe(`Undone for 0 of 6 Sentinels of North. ${ONLINE.unanswered}`);
  });

  it("says what went wrong, and leaves what is shown as it was", async () => {
    const { calls } = open();
    const dialog = await openDeploy();
    fireEvent.click(dialog.getByRole("button", { name: "Deploy to Camera 2" }));
    await act(async () => calls[0]?.answer({ kind: "unreachable", why: "network" }));
    expect(toasts()).toEqual([ONLINE.unanswered]);
    expect(dialog.getByRole("button", { name: "Deploy to Camera 2" })).toBeTruthy();
  });

  it("needs a connection, and says so beside what it disables", async () => {
    open({ sync: { phase: "offline" } });
    const dialog = await openDeploy();
    expect(dialog.getByText("Deploying a model needs a connection. You are offline now.")).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Deploy to Camera 2" }).disabled).toBe(true);
  });

  it("finds a Sentinel by its name or its group, and draws few of very many", async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => device(String(at), at < 3 ? "7" : null, []));
    open({ devices: many });
    const dialog = await openDeploy();
    const rows = () => within(dialog.getByRole("region", { name: "Sentinels" })).getAllByRole("listitem");
    expect(rows()).toHaveLength(50);
    fireEvent.change(dialog.getByRole("searchbox"), { target: { value: "camera 7777" } });
    await waitFor(() => expect(rows()).toHaveLength(1));
    fireEvent.change(dialog.getByRole("searchbox"), { target: { value: "north" } });
    await waitFor(() => expect(rows()).toHaveLength(3));
    fireEvent.change(dialog.getByRole("searchbox"), { target: { value: "none such" } });
    expect(await dialog.findByText("No Sentinel and no group of this name.")).toBeTruthy();
  });
});
