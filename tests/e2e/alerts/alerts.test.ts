import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { DISMISS } from "../../../src/messages/words.ts";
import type { Alert } from "../../../src/protocol/shapes.ts";
import { DESK, expectAccessible, expectNoSidewaysScroll, PHONE } from "../../support/browser/app-page.ts";
import {
  deliverPush,
  pressNotification,
  registerForPush,
  shownTitles,
} from "../../support/browser/push-page.ts";
import {
  tokenOf,
  untilFoundOffline,
  untilInstalled,
  untilUnsent,
} from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import {
  endAlert,
  storeAlerts,
  storedDevices,
  type WantedAlert,
} from "../../support/server/alerts/stored-alerts.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("alerts in a browser");
const LOW = "Battery at 3.10 V";
/** On a phone the card of the same alert. */
const CARD = "Battery Levels Low";
const CABLE = "The cable is not detected";

describe.skipIf(skipped)("alerts in a ranger's hands", () => {
  const server = useServer({ demoInsights: 40 });
  const contexts = useContexts(server);
  let devices: readonly string[];
  let authorization: string;

  beforeAll(async () => {
    // Once: a sign-in takes a slow machine part of the seconds for which a step waits for its undo.
    authorization = `Bearer ${await tokenOf(server.process.url, DEMO)}`;
  });

  beforeEach(async () => {
    devices = await storedDevices(server.dataDir);
    const [a = "", b = "", c = "", d = "", e = "", f = ""] = devices;
    const silent = (deviceId: string, minutesAgo: number): WantedAlert => ({
      deviceId,
      type: "no_recent_insights",
      summary: `Silent: ${deviceId}`,
      minutesAgo,
    });
    await storeAlerts(server.dataDir, [
      { deviceId: a, type: "low_battery", summary: LOW, minutesAgo: 120, volts: 3.1 },
      { deviceId: b, type: "spypoint_error", summary: CABLE, status: "acknowledged", minutesAgo: 600 },
      { deviceId: c, type: "low_battery", summary: "Battery was low", status: "resolved", minutesAgo: 3000 },
      silent(d, 1440),
      silent(e, 1450),
      silent(f, 1460),
    ]);
  });

  async function openAlerts(options: Parameters<typeof contexts.openAs>[1]): Promise<Page> {
    const page = await contexts.openAs(DEMO, { ...options, path: "/?tab=alerts" });
    await page.locator("[data-row]").first().waitFor(WAIT);
    return page;
  }
  const row = (page: Page, words: string) => page.locator("[data-row]", { hasText: words });
  const stored = async () => {
    const answer = await fetch(`${server.process.url}/api/alerts`, { headers: { authorization } });
    const { message } = (await answer.json()) as { message: { summary: string; status: string }[] };
    return new Map(message.map(({ summary, status }) => [summary, status]));
  };

  it("go one step at a time on a desk, by their button, and the list follows the server [ALERT-07, ALERT-09, ALERT-11, ALERT-12, ALERT-34]", async () => {
    const page = await openAlerts(DESK);
    expect(await page.locator("tbody [data-row]").count()).toBe(5);
    await row(page, LOW)
      .getByRole("button", { name: /^Acknowledge:/ })
      .click();
    await row(page, LOW)
      .getByRole("button", { name: /^Resolve:/ })
      .waitFor(WAIT);
    await untilUnsent(page, 0);
    expect((await stored()).get(LOW)).toBe("acknowledged");

    await page.getByRole("button", { name: "Acknowledge All" }).click();
    await page.getByRole("button", { name: DISMISS }).last().click();
    await page
      .getByRole("img", { name: "New Alert" })
      .first()
      .waitFor({ state: "detached", ...WAIT });
    expect([...(await stored()).values()].filter((status) => status === "acknowledged")).toHaveLength(5);
    await page.getByRole("button", { name: "Resolve All" }).click();
    const dialog = page.getByRole("dialog", { name: "Resolve All Open Alerts?" });
    await expectAccessible(page, "the question");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("Nothing is wrong").waitFor(WAIT);
    expect(new Set((await stored()).values())).toEqual(new Set(["resolved"]));

    await page.getByRole("checkbox", { name: "Show Resolved" }).check();
    await page.locator("[data-row]").first().waitFor(WAIT);
    await page.getByRole("button", { name: "Columns" }).click();
    for (const name of ["Alert Status Text", "Alert Type"]) {
      expect(await page.getByRole("checkbox", { name, exact: true }).isChecked()).toBe(false);
      await page.getByRole("checkbox", { name, exact: true }).check();
      await page.locator("th", { hasText: name }).waitFor(WAIT);
    }
    await page.keyboard.press("Escape");
  });

  it("are swiped on a phone, taken back unsent, and sent once their notice is gone [ALERT-20]", async () => {
    const page = await openAlerts(PHONE);
    await expectNoSidewaysScroll(page, "the cards");
    await swipe(page, CARD);
    await page.getByRole("button", { name: "Undo" }).click();
    await row(page, CARD)
      .getByRole("button", { name: /^Acknowledge:/ })
      .waitFor(WAIT);
    await swipe(page, CARD);
    await row(page, CARD)
      .getByRole("button", { name: /^Resolve:/ })
      .waitFor(WAIT);
    expect((await stored()).get(LOW)).toBe("new");
    await untilUnsent(page, 0);
    await expect.poll(async () => (await stored()).get(LOW), WAIT).toBe("acknowledged");
    // The three silent ones have one cause, and one step.
    await page.getByRole("button", { name: /3 Sentinels/, expanded: false }).click();
    expect(await page.locator("li li").count()).toBe(3);
    await expectAccessible(page, "an open fold");
  });

  it("show the photo, the place and the Sentinel without a connection, one press away", async () => {
    const page = await openAlerts({ ...PHONE, installed: true });
    server.proxy.cut();
    await untilFoundOffline(page);
    await row(page, CARD)
      .getByRole("button", { name: /^Battery/ })
      .click();
    const dialog = page.getByRole("dialog", { name: LOW });
    await dialog.getByText("3.10 V").or(dialog.getByText("Battery Levels Low")).first().waitFor(WAIT);
    await expectNoSidewaysScroll(page, "one alert");
    await expectAccessible(page, "one alert");
    await dialog.getByRole("link", { name: "Map" }).click();
    await page.locator("article[data-card]").waitFor(WAIT);
    await page.goBack();
    await dialog.getByRole("link", { name: "Sentinel" }).click();
    await page.getByRole("dialog", { name: /^Edit / }).waitFor(WAIT);
  });

  it("wait without a connection, and one that the server closed meanwhile is never shown as acknowledged", async () => {
    const page = await openAlerts({ ...DESK, installed: true });
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.getByText("Changing all alerts at once needs a connection").waitFor(WAIT);
    await row(page, LOW)
      .getByRole("button", { name: /^Acknowledge:/ })
      .click();
    await row(page, CABLE)
      .getByRole("button", { name: /^Resolve:/ })
      .click();
    await untilUnsent(page, 2);
    await page.reload();
    await row(page, LOW)
      .getByRole("button", { name: /^Resolve:/ })
      .waitFor(WAIT);
    await endAlert(server.dataDir, LOW);
    server.proxy.restore();
    await untilUnsent(page, 0);
    await row(page, LOW).waitFor({ state: "detached", ...WAIT });
    const after = await stored();
    expect([after.get(LOW), after.get(CABLE)]).toEqual(["resolved", "resolved"]);
    await page.getByRole("checkbox", { name: "Show Resolved" }).check();
    await row(page, LOW)
      .getByRole("button", { name: /^Battery/ })
      .click();
    await page.getByText(/^Ended by itself/).waitFor(WAIT);
    expect(await page.getByText(/^Acknowledged \d/).count()).toBe(0);
  });

  it("have settings that the server keeps, for a phone and a desk [ALERT-22, ALERT-27, ALERT-42]", async () => {
    const page = await openAlerts(DESK);
    const bar = page.getByRole("toolbar", { name: "Alert settings" });
    await bar.getByRole("switch", { name: "Low battery" }).click();
    await expect.poll(() => bar.getByRole("switch", { name: "Low battery" }).isChecked(), WAIT).toBe(false);
    await page.setViewportSize(PHONE.viewport);
    await page.getByRole("button", { name: "Alert settings" }).click();
    const dialog = page.getByRole("dialog", { name: "Alert settings" });
    expect(await dialog.getByRole("switch", { name: "Low battery" }).isChecked()).toBe(false);
    await dialog.getByRole("switch", { name: "Ignore this group" }).first().click();
    await dialog.getByLabel("Hours without an insight").first().fill("9999");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Enter 1 to 720 hours, without decimals.").waitFor(WAIT);
    await expectAccessible(page, "the settings");
    await expectNoSidewaysScroll(page, "the settings");
    await dialog.getByLabel("Hours without an insight").first().fill("96");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached", ...WAIT });
    const answer = await fetch(`${server.process.url}/api/alerts/settings`, { headers: { authorization } });
    expect(await answer.json()).toMatchObject({
      message: { settings: { low_battery: false }, thresholds: { no_recent_insights: 96 } },
    });
  });

  it("are told by a notification whose button acknowledges one in the app, once, without a connection too", async () => {
    const page = await openAlerts({ ...PHONE, installed: true });
    await page.context().grantPermissions(["notifications"], { origin: server.url });
    await untilInstalled(page);
    const [told] = await toldAlerts();
    if (told === undefined) throw new Error("no alert is new");
    const userId = Number(await page.evaluate(() => localStorage.getItem("userId")));
    await registerForPush(page, userId);
    await page.reload();
    await page.locator("[data-row]").first().waitFor(WAIT);
    const subject = {
      ...{
        kind: "alert" as const,
        alertId: told.id,
        deviceId: told.associated_id,
        createdAt: told.created_at,
      },
    };
    const message = {
      ...{
        userId,
        title: "Low battery: Ridge",
        body: LOW,
        tag: "alert",
        atMs: 1_000,
        picture: null,
        subject,
      },
    };
    await deliverPush(page, message);
    const ofSomebodyElse = { ...message, userId: userId + 1, title: "Of somebody else", tag: "other" };
    await deliverPush(page, ofSomebodyElse, "Understory");
    expect(await shownTitles(page)).toEqual(["Low battery: Ridge", "Understory"]);

    server.proxy.cut();
    await untilFoundOffline(page);
    await pressNotification(page, "alert", "acknowledge");
    await page.getByText("The alert is acknowledged.").waitFor(WAIT);
    await page.getByRole("dialog", { name: LOW }).waitFor(WAIT);
    await untilUnsent(page, 1);
    expect(page.url()).not.toContain("intent");

    // A link with an intent from outside opens the alert, and does nothing to it.
    const [other] = (await toldAlerts()).filter(({ id }) => id !== told.id);
    await page.goto(`${server.url}/?tab=alerts&alert=${other?.id}&intent=0123456789abcdef`);
    await page.getByRole("dialog").waitFor(WAIT);
    await untilUnsent(page, 1);
    server.proxy.restore();
    await untilUnsent(page, 0);
    const after = await stored();
    expect(after.get(LOW)).toBe("acknowledged");
    expect([...after.values()].filter((status) => status === "acknowledged")).toHaveLength(2);

    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Notifications", exact: true }).click();
    const choice = page.getByRole("dialog", { name: "Notifications on this device" });
    await choice.getByRole("switch", { name: "Notify this device" }).waitFor(WAIT);
    await expectAccessible(page, "the choice of notifications");
    await expectNoSidewaysScroll(page, "the choice of notifications");
  });

  async function toldAlerts() {
    const answer = await fetch(`${server.process.url}/api/alerts`, { headers: { authorization } });
    const { message } = (await answer.json()) as { message: Alert[] };
    const low = message.filter(({ status }) => status === "new");
    return low.sort((a, b) => Number(b.summary === LOW) - Number(a.summary === LOW));
  }

  /** A finger that moves a card to the right, far enough. */
  async function swipe(page: Page, words: string): Promise<void> {
    const box = await row(page, words).boundingBox();
    if (box === null) throw new Error(`no card says ${words}`);
    const client = await page.context().newCDPSession(page);
    const y = box.y + box.height / 2;
    const touch = (type: string, x: number | null) =>
      client.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: x === null ? [] : [{ x, y }],
      });
    await touch("touchStart", box.x + 40);
    for (let x = 50; x <= 200; x += 15) await touch("touchMove", box.x + x);
    await touch("touchEnd", null);
    await client.detach();
  }
});
