// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ALERT_SETTINGS } from "../../../../src/messages/alerts/alert-settings.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { openAlerts as open, SETTINGS, THRESHOLDS } from "./open-alerts.tsx";

const rows = async () => {
  await screen.findAllByRole("rowheader");
  return screen.getAllByRole("row").slice(1);
};

configure({ defaultHidden: true });
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 24, 8), toFake: ["Date"] });
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  toastStore.setState({ toasts: [] });
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("the settings of alerts", () => {
  it("stand in a toolbar of their own, each flag saved at once [ALERT-22, ALERT-23, ALERT-24, ALERT-25, ALERT-26]", async () => {
    const saved = { ...SETTINGS, settings: { ...SETTINGS.settings, low_battery: false } };
    const { wire } = open({}, { "PUT /api/alerts/settings": { message: saved } });
    const bar = await screen.findByRole("toolbar", { name: ALERT_SETTINGS.toolbar });
    const flags = await within(bar).findAllByRole<HTMLInputElement>("switch");
    expect(flags.map((flag) => [flag.labels?.[0]?.textContent, flag.checked])).toEqual([
      ["Cable errors", true],
      ["Low battery", true],
      ["No recent insights", true],
      ["No recent camera triggers", false],
    ]);
    if (flags[1]) fireEvent.click(flags[1]);
    await waitFor(() => expect(flags[1]?.checked).toBe(false));
    expect(wire.at(-1)).toBe(
      'PUT /api/alerts/settings {"settings":{"low_battery":false},"groupSettings":[]}',
    );
  });

  it("ignore a group and give it limits, with defaults shown, and name what is wrong with which field [ALERT-27, ALERT-42]", async () => {
    const { wire } = open(
      { address: "/?tab=alerts&settings=alerts" },
      {
        "PUT /api/alerts/settings": {
          status: 400,
          code: "invalid",
          errors: {
            "thresholds.no_recent_insights": "Not that many.",
            general: "Please check the marked fields.",
          },
        },
      },
    );
    const dialog = await screen.findByRole("dialog", { name: ALERT_SETTINGS.title });
    const group = await within(dialog).findByRole("group", { name: "Valley" });
    fireEvent.click(within(group).getByRole("switch", { name: ALERT_SETTINGS.ignore }));
    fireEvent.click(within(group).getByRole("switch", { name: ALERT_SETTINGS.ownLimits }));
    const volts = within(group).getByLabelText(ALERT_SETTINGS.thresholds.low_battery);
    within(group).getByText("As above: 3.2 volts");
    fireEvent.change(volts, { target: { value: "0" } });
    fireEvent.click(within(dialog).getByRole("button", { name: ALERT_SETTINGS.save }));
    expect(await within(group).findByText(ALERT_SETTINGS.outOfRange("low_battery"))).toBeTruthy();
    expect(wire).toEqual(["GET /api/alerts/settings"]);
    fireEvent.change(volts, { target: { value: "3,4" } });
    fireEvent.click(within(dialog).getByRole("button", { name: ALERT_SETTINGS.save }));
    expect(await within(dialog).findByText("Not that many.")).toBeTruthy();
    const sent = JSON.parse(wire.at(-1)?.replace(/^\S+ \S+ /, "") ?? "null");
    expect(sent).toEqual({
      settings: {},
      groupSettings: [{ deviceGroupId: "7", ignore: true, thresholds: { ...THRESHOLDS, low_battery: 3.4 } }],
    });
  });

  it("keep what was typed where a group is gone, say so, and are saved with the next press", async () => {
    const now = { ...SETTINGS, groupSettings: [], thresholds: { ...THRESHOLDS, no_recent_insights: 24 } };
    let deleted = false;
    const { wire } = open(
      { address: "/?tab=alerts&settings=alerts" },
      {
        "GET /api/alerts/settings": () => ({ message: deleted ? now : SETTINGS }),
        "PUT /api/alerts/settings": ({ body }) =>
          JSON.stringify(body).includes("deviceGroupId")
            ? { status: 404, code: "not_found", errors: { general: "There is no such group." } }
            : { message: now },
      },
    );
    const dialog = await screen.findByRole("dialog", { name: ALERT_SETTINGS.title });
    const group = await within(dialog).findByRole("group", { name: "Valley" });
    deleted = true;
    fireEvent.click(within(group).getByRole("switch", { name: ALERT_SETTINGS.ignore }));
    fireEvent.change(within(dialog).getByLabelText(ALERT_SETTINGS.thresholds.low_battery), {
      target: { value: "3.4" },
    });
    const save = () => fireEvent.click(within(dialog).getByRole("button", { name: ALERT_SETTINGS.save }));
    save();
    await within(dialog).findByText(ALERT_SETTINGS.groupGone);
    expect(within(dialog).queryByRole("group", { name: "Valley" })).toBeNull();
    const value = (type: keyof typeof THRESHOLDS) =>
      within(dialog).getByLabelText<HTMLInputElement>(ALERT_SETTINGS.thresholds[type]).value;
    expect([value("low_battery"), value("no_recent_insights")]).toEqual(["3.4", "24"]);
    save();
    await waitFor(() => expect(screen.queryByRole("dialog", { name: ALERT_SETTINGS.title })).toBeNull());
    expect(wire.slice(-3)).toEqual([
      'PUT /api/alerts/settings {"settings":{},"groupSettings":[{"deviceGroupId":"7","ignore":true}],"thresholds":{"low_battery":3.4}}',
      "GET /api/alerts/settings",
      'PUT /api/alerts/settings {"settings":{},"groupSettings":[],"thresholds":{"low_battery":3.4}}',
    ]);
  });

  it("stored in another shape are not read, and the screen is shown without them", async () => {
    open();
    await waitFor(() => expect(localStorage.getItem("alert_settings")).not.toBeNull());
    cleanup();
    const stored = JSON.parse(localStorage.getItem("alert_settings") ?? "{}");
    localStorage.setItem("alert_settings", JSON.stringify({ ...stored, settings: { flags: [] } }));
    open({ sync: { phase: "offline" } });
    expect(await rows()).toHaveLength(2);
    expect(screen.queryAllByRole("switch")).toEqual([]);
  });

  it("can be read without a connection as they were last, and not be changed", async () => {
    open();
    await screen.findAllByRole("switch");
    await waitFor(() => expect(localStorage.getItem("alert_settings")).not.toBeNull());
    cleanup();
    open({ address: "/?tab=alerts&settings=alerts", sync: { phase: "offline" } });
    const dialog = await screen.findByRole("dialog", { name: ALERT_SETTINGS.title });
    within(dialog).getByText(ONLINE.onlyOnline(ALERT_SETTINGS.changing));
    expect(
      within(dialog).getByRole<HTMLButtonElement>("button", { name: ALERT_SETTINGS.save }).disabled,
    ).toBe(true);
    expect(within(dialog).getByLabelText(ALERT_SETTINGS.thresholds.low_battery).matches(":disabled")).toBe(
      true,
    );
  });
});
