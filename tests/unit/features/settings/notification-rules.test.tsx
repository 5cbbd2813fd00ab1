// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { IntegrationsTab } from "../../../../src/features/settings/integrations-tab.tsx";
import { RULES } from "../../../../src/messages/settings/deliveries.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import { fakeInsight } from "../../../support/client/fake-services.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const RULES_STORED = {
  timeZone: "Africa/Nairobi",
  quietHours: null,
  visitMinutes: 10,
  onlyRare: false,
  dailyLimit: 50,
  digestHour: 7,
  mutedClasses: [],
  mutedDevices: [],
};

const writes = (http: { calls: string[] }) => http.calls.filter((call) => !call.startsWith("GET"));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const toasts = () => toastStore.getState().toasts.map(({ message }) => message);

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

describe("the rules of notifications", () => {
  const openRules = async (stored: object = RULES_STORED) => {
    const http = createFakeHttp({
      "GET /api/integrations": { message: [] },
      "GET /api/integrations/rules": { message: stored },
      "PUT /api/integrations/rules": { message: stored },
    });
    const rows = [fakeInsight({ insightId: "1", className: "hyena" })];
    renderScreen(<IntegrationsTab />, { http, rows }, { address: "/?integration=rules" });
    const dialog = within(await screen.findByRole("dialog"));
    await dialog.findByText(RULES.quietSwitch);
    return { http, dialog };
  };

  it("are saved as a whole, and name each field that is wrong", async () => {
    const { dialog, http } = await openRules();
    fireEvent.click(dialog.getByRole("switch", { name: RULES.quietSwitch }));
    type(RULES.from, "06:00");
    type(RULES.visitMinutes, "241");
    press("Save");
    dialog.getByText(RULES.sameTime);
    dialog.getByText(RULES.range(0, 240));
    type(RULES.from, "21:30");
    type(RULES.visitMinutes, "0");
    type(RULES.muteClass, "hyena");
    dialog.getByRole("button", { name: RULES.unmute("Hyena") });
    press("Save");
    await waitFor(() => expect(toasts()).toEqual([RULES.saved]));
    expect(JSON.parse(writes(http)[0]?.replace("PUT /api/integrations/rules ", "") ?? "{}")).toEqual({
      ...RULES_STORED,
      quietHours: { from: "21:30", to: "06:00" },
      visitMinutes: 0,
      mutedClasses: ["hyena"],
    });
  });

  it("begin with this browser's zone where none was saved", async () => {
    const { dialog } = await openRules({ ...RULES_STORED, timeZone: "UTC" });
    const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    const zone = dialog.getByLabelText<HTMLSelectElement>(RULES.timeZone).value;
    expect(zone).toBe(own === "UTC" ? "Etc/UTC" : own);
  });
});
