// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { PublicConfigContext } from "../../../../src/client/public-config.tsx";
import { PushCard } from "../../../../src/parts/push/push-card.tsx";
import type { PublicConfig } from "../../../../src/protocol/shapes.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import type { FakeWorld } from "../../../support/client/fake-services.ts";
import {
  createFakePushBrowser,
  createFakePushRecords,
  PUBLIC_KEY,
} from "../../../support/client/push-world.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

const record = (topics: readonly string[]) => ({
  ...{ id: "1", topics, userAgent: null, createdAt: "2024-05-01T06:00:00.000Z", lastSentAt: null },
});

function openCard(
  browser: ReturnType<typeof createFakePushBrowser>,
  { test = "silence", ...world }: Partial<FakeWorld> & { test?: unknown } = {},
) {
  const held = createFakePushRecords();
  const http = createFakeHttp({
    "POST /api/push/subscriptions": ({ body }) => ({
      message: record((body as { topics: string[] }).topics),
    }),
    "GET /api/push": { message: [record(["alerts"])] },
    "DELETE /api/push/subscriptions/1": { message: "ok" },
    "POST /api/push/subscriptions/1/test": test === "silence" ? "silence" : { message: test },
  });
  renderScreen(
    <PublicConfigContext value={{ vapidPublicKey: PUBLIC_KEY } as PublicConfig}>
      <PushCard browser={browser.api} records={held.records} />
    </PublicConfigContext>,
    { http, ...world },
    { address: "/" },
  );
  return { held, http };
}

const theSwitch = () => screen.findByRole<HTMLInputElement>("switch", { name: "Notify this device" });

describe("the choice to be notified on a device", () => {
  it("asks the browser after a press, then offers what to tell of and a test", async () => {
    const browser = createFakePushBrowser();
    const { http } = openCard(browser, { test: { sent: true, answer: "201", gone: false } });
    expect((await theSwitch()).checked).toBe(false);
    expect(browser.asked).toBe(0);
    fireEvent.click(await theSwitch());
    const test = await screen.findByRole("button", { name: "Send a test" });
    expect(browser.asked).toBe(1);
    expect((await theSwitch()).checked).toBe(true);
    fireEvent.click(screen.getByRole("checkbox", { name: "Insights" }));
    await screen.findByRole("checkbox", { name: "Insights", checked: true });
    expect(http.calls.at(-2)).toContain('"topics":["alerts","insights"]');
    fireEvent.click(test);
    await screen.findByText("Sent. It appears on this device within a few seconds.");
  });

  it("shows what the push service answered to a test", async () => {
    const browser = createFakePushBrowser("granted");
    openCard(browser, { test: { sent: false, answer: "403 the key is not known", gone: false } });
    fireEvent.click(await theSwitch());
    fireEvent.click(await screen.findByRole("button", { name: "Send a test" }));
    expect((await screen.findByRole("alert")).textContent).toContain("403 the key is not known");
  });

  it("says why it cannot be switched on, and does not offer it then", async () => {
    for (const [permission, words] of [
      ["unsupported", /This browser cannot show notifications/],
      ["needsInstall", /Home Screen/],
      ["denied", /blocked/],
    ] as const) {
      openCard(createFakePushBrowser(permission));
      await screen.findByText(words);
      expect(screen.queryByRole("switch")).toBeNull();
      cleanup();
    }
  });

  it("says that it was not reached or not allowed, and stays off", async () => {
    const browser = createFakePushBrowser("granted");
    browser.reachesService = false;
    openCard(browser);
    fireEvent.click(await theSwitch());
    await screen.findByText(/push service of this browser could not be reached/);
    expect((await theSwitch()).checked).toBe(false);
    cleanup();
    const shy = createFakePushBrowser("default");
    shy.answers = "default";
    openCard(shy);
    fireEvent.click(await theSwitch());
    await screen.findByText("Notifications were not allowed, so they stay off.");
    expect((await theSwitch()).checked).toBe(false);
  });

  it("cannot be changed without a connection, and says so", async () => {
    openCard(createFakePushBrowser("granted"), { sync: { phase: "offline" } });
    expect((await theSwitch()).disabled).toBe(true);
    screen.getByText(/Switching notifications/);
  });

  it("is switched off on this device", async () => {
    const browser = createFakePushBrowser("granted");
    const { held } = openCard(browser);
    fireEvent.click(await theSwitch());
    await screen.findByRole("button", { name: "Send a test" });
    fireEvent.click(await theSwitch());
    await screen.findByRole("switch", { name: "Notify this device", checked: false });
    expect(held.registration).toBeNull();
    expect(browser.held).toBeNull();
  });
});
