// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SettingsPage } from "../../../../src/features/settings/settings-page.tsx";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import { INTEGRATIONS } from "../../../../src/messages/settings/integrations.ts";
import { FEATURE_WORDS, SETTINGS } from "../../../../src/messages/settings/settings.ts";
import { createFakeHttp, type FakeAnswer } from "../../../support/client/fake-http.ts";
import type { FakeWorld } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const { name, instructions } = FEATURE_WORDS.COLLECTIONS;
const OFF = { id: "1", key: "COLLECTIONS", enabled: false };
const FEATURES = "/?tab=settings&part=features";

function open(
  world: Partial<FakeWorld> = {},
  { address = FEATURES, put = "silence" }: { address?: string; put?: FakeAnswer | Promise<FakeAnswer> } = {},
) {
  const http = createFakeHttp({ "PUT /api/features/1": () => put });
  return { ...renderScreen(<SettingsPage />, { features: [OFF], http, ...world }, { address }), http };
}

const findSwitch = () => screen.findByRole<HTMLInputElement>("switch", { name });
const tab = (label: string) => screen.getByRole("tab", { name: label });

afterEach(cleanup);

describe("the Settings screen", () => {
  it("has a tab for each of its parts, chosen by press, arrows, Home and End, and by the address", async () => {
    const { history } = open({}, { address: "/?tab=settings" });
    const [integrations, features] = [tab("Integrations"), tab("Features")];
    screen.getByText(INTEGRATIONS.intro);
    expect([integrations.tabIndex, features.tabIndex]).toEqual([0, -1]);
    fireEvent.keyDown(integrations, { key: "ArrowRight" });
    await findSwitch();
    expect(document.activeElement).toBe(features);
    expect(features.getAttribute("aria-selected")).toBe("true");
    expect(history.at(-1)).toBe(FEATURES);
    fireEvent.keyDown(features, { key: "ArrowRight" });
    expect(document.activeElement).toBe(integrations);
    expect(history.at(-1)).toBe("/?tab=settings");
    fireEvent.keyDown(integrations, { key: "ArrowLeft" });
    expect(document.activeElement).toBe(features);
    fireEvent.keyDown(features, { key: "Home" });
    expect(document.activeElement).toBe(integrations);
    fireEvent.keyDown(integrations, { key: "End" });
    expect(document.activeElement).toBe(features);
    fireEvent.click(integrations);
    screen.getByText(INTEGRATIONS.intro);
  });

  it("opens the first part for a name that there is not", () => {
    open({}, { address: "/?tab=settings&part=unheard" });
    screen.getByText(INTEGRATIONS.intro);
  });
});

describe("a feature in the settings", () => {
  it("is a switch, explained by its instructions, which moves at once and stays where the server put it", async () => {
    let answer: (message: FakeAnswer) => void = () => {};
    const put = new Promise<FakeAnswer>((resolve) => {
      answer = resolve;
    });
    const { http, calls } = open({}, { put });
    const control = await findSwitch();
    expect(control.checked).toBe(false);
    const tooltip = document.getElementById(control.getAttribute("aria-describedby") ?? "");
    expect([tooltip?.role ?? tooltip?.getAttribute("role"), tooltip?.textContent]).toEqual([
      "tooltip",
      instructions,
    ]);
    fireEvent.click(control);
    expect(control.checked).toBe(true);
    expect(calls).toEqual([]);
    answer({ message: { ...OFF, enabled: true } });
    await waitFor(() => expect(calls).toEqual(["pullNow"]));
    expect(control.checked).toBe(true);
    expect(http.calls).toEqual(['PUT /api/features/1 {"enabled":true}']);
  });

  it.each([
    [{ status: 500 } as const, ONLINE.refused],
    [{ status: 403 } as const, ONLINE.forbidden],
    ["silence" as const, ONLINE.unanswered],
  ])("goes back and says so where it could not be saved: %j", async (put, why) => {
    open({}, { put });
    const control = await findSwitch();
    fireEvent.click(control);
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toBe(`${SETTINGS.notSwitched(name, true)} ${why}`);
    expect(control.checked).toBe(false);
  });

  it("is shown but not switched without a connection, with the reason", async () => {
    open({ features: [{ ...OFF, enabled: true }], sync: { phase: "offline", freshAtMs: null } });
    const control = await findSwitch();
    expect([control.checked, control.disabled]).toEqual([true, true]);
    screen.getByText(ONLINE.onlyOnline(SETTINGS.switching));
  });

  it("has its key for a name, and no instructions, where this version does not know it", async () => {
    open({ features: [{ id: "9", key: "NEW_ONE", enabled: false }] });
    const control = await screen.findByRole("switch", { name: "NEW_ONE" });
    expect(control.getAttribute("aria-describedby")).toBeNull();
    expect(screen.queryByRole("tooltip", { hidden: true })).toBeNull();
  });

  it.each([
    ["is loading before the first answer", { freshAtMs: null, phase: "unknown" } as const, "Loading"],
    [
      "is not here yet on a device that was never online",
      { freshAtMs: null, phase: "offline" } as const,
      SETTINGS.notYet,
    ],
    ["is none where the server has none", {}, SETTINGS.noFeatures],
  ])("%s", async (_, sync, words) => {
    open({ features: [], sync });
    await screen.findByText(words, { exact: false });
  });
});
