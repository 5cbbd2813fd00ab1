import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { DESK, expectAccessible, expectNoSidewaysScroll, PHONE } from "../support/browser/app-page.ts";
import {
  chipOf,
  openInsights,
  review,
  save,
  untilFoundOffline,
  untilUnsent,
  untouchedInsights,
} from "../support/browser/ranger-browser.ts";
import { ALL_ROWS, skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { readTruth } from "../support/client/review-truth.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the outbox in a browser");

describe.skipIf(skipped)("what became of work, taken in hand", () => {
  const server = useServer({ demoInsights: 40 });
  const phone = usePhone(server, { forgets: true });

  const openPanel = async (page: Page) => {
    await chipOf(page).click();
    return page.getByRole("dialog");
  };
  const historyOf = async (id: string) => (await readTruth(server.dataDir, [id])).history.map(({ to }) => to);

  it("undoes after a crash what was sent, by an opposite action that waits for Save [OFF-14, OFF-15]", async () => {
    let page = await phone.openRows();
    const [id = ""] = await untouchedInsights(page, 1);
    await review(page, id, "archive");
    await save(page);
    await untilUnsent(page, 0);
    expect(await historyOf(id)).toEqual(["archive"]);
    await phone.kill();

    await phone.start();
    page = await phone.openRows();
    await page.getByRole("button", { name: "Undo", exact: true }).first().click();
    await page
      .getByText("1 was saved before: the opposite now waits", { exact: false })
      .first()
      .waitFor(WAIT);
    await untilUnsent(page, 1);
    expect(await historyOf(id)).toEqual(["archive"]);
    await save(page);
    await untilUnsent(page, 0);
    expect(await historyOf(id)).toEqual(["archive", "none"]);
  });

  it("sends once what was exported, lost with the browser's storage and imported again (hand 6) [OFF-15, OFF-17]", async () => {
    let page = await phone.openRows();
    const ids = await untouchedInsights(page, 3);
    server.proxy.cut();
    for (const id of ids) await review(page, id, "favorite");
    await untilUnsent(page, 3);
    let panel = await openPanel(page);
    await panel.getByText("Safe to send from both: it counts once.", { exact: false }).waitFor(WAIT);
    await panel.getByRole("button", { name: "Export to a file" }).click();
    await panel.getByText("Your list of 3 actions is saved first", { exact: false }).waitFor(WAIT);
    const downloading = page.waitForEvent("download", WAIT);
    await panel.getByRole("button", { name: "Save and export" }).click();
    await panel.getByText("3 actions are in the file.").waitFor(WAIT);
    const text = await readFile(await (await downloading).path(), "utf8");

    await page.close();
    page = await phone.context.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${server.url}/theme.js`);
    await page.evaluate(wipe);
    server.proxy.restore();
    await openInsights(page, server.url, ALL_ROWS);
    await untilUnsent(page, 0);
    panel = await openPanel(page);
    const choose = async (content: string, said: string) => {
      await panel
        .locator("input[type=file]")
        .setInputFiles({ name: "unsent.json", mimeType: "application/json", buffer: Buffer.from(content) });
      await panel.getByText(said, { exact: false }).waitFor(WAIT);
    };
    await choose(text.replace("favorite", "archive"), "This file is damaged.");
    await choose(text, "3 actions imported.");
    await choose(text, "Everything in this file is here already, or has been sent.");
    await untilUnsent(page, 0);
    for (const id of ids) {
      expect((await historyOf(id)).filter((to) => to === "favorite")).toHaveLength(1);
      expect((await historyOf(id)).at(-1)).toBe("favorite");
    }
  });

  it("tells a failing save from one that waits, in chip, list and panel, and tries when asked (hand 1)", async () => {
    const page = await phone.openRows();
    await page.setViewportSize(PHONE.viewport);
    const cards = page.locator('li[data-insight] [data-action="favorite"][aria-pressed="false"]');
    await cards.first().click();
    const list = (words: string | RegExp) => page.getByRole("button", { name: words });
    await chipOf(page).getByText("1 to save").waitFor(WAIT);
    await list(/^1 to save/).waitFor(WAIT);
    let failures = 0;
    let failing = true;
    await page.context().route(/\/api\/updates/, (route) => {
      if (!failing) return route.fallback();
      failures += 1;
      return route.fulfill({ status: 500, json: {} });
    });
    await save(page);
    await chipOf(page).getByText("Server error").waitFor(WAIT);
    await list(/^1 to send.*Server error, (again in \d+\ss|trying again now)/).waitFor(WAIT);
    await expectNoSidewaysScroll(page, "a failing save");
    await page.context().route(/\/api\/sync/, (route) => route.fulfill({ status: 500, json: {} }));
    const panel = await openPanel(page);
    const refresh = panel.getByRole("button", { name: "Refresh the data now" });
    await refresh.click();
    await expect.poll(() => refresh.isEnabled(), WAIT).toBe(true);
    // The notice and the first of the saved actions say it.
    await panel
      .getByText(/^Server error, trying again/)
      .first()
      .waitFor(WAIT);
    const tryNow = panel.getByRole("button", { name: "Try now" });
    const before = failures;
    await tryNow.click(WAIT);
    await expect.poll(() => failures, WAIT).toBeGreaterThan(before);
    await page.keyboard.press("Escape");
    // The failing refresh has no notice of its own beside that of the save.
    expect(await page.getByRole("main").getByRole("button", { name: /^Try/ }).count()).toBe(1);
    expect((await page.locator("li[data-insight]").first().boundingBox())?.y).toBeLessThanOrEqual(120);
    failing = false;
    // Its own next attempt may come first, and takes the button away.
    await page
      .getByRole("button", { name: "Try now" })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    const notice = page.getByRole("status").filter({ hasText: "Not refreshed" });
    await notice.waitFor(WAIT);
    expect((await notice.boundingBox())?.height, "words and button side by side").toBeLessThan(64);
    await page.context().unrouteAll();
    // So may its own next refresh here.
    await notice
      .getByRole("button", { name: "Try again" })
      .click({ timeout: 5_000 })
      .catch(() => undefined);
    await notice.waitFor({ state: "detached", ...WAIT });
    await untilUnsent(page, 0);

    await page.setViewportSize(DESK.viewport);
    const [id = ""] = await untouchedInsights(page, 1);
    server.proxy.cut();
    await untilFoundOffline(page);
    await review(page, id, "archive");
    await chipOf(page).getByText("1 to send").waitFor(WAIT);
    await page.getByText("Saved on this device. Sends when online.").first().waitFor(WAIT);
    expect(await page.getByRole("button", { name: /^Save( \d|$)/ }).count()).toBe(0);
    server.proxy.restore();
    await untilUnsent(page, 0);
  });

  it("keeps what was refused over a reload, and lets a person open and dismiss it by key [OFF-18]", async () => {
    let page = await phone.openRows();
    const [again = "", seen = "", gone = ""] = await untouchedInsights(page, 3);
    for (const id of [again, seen, gone]) await review(page, id, "acknowledge");
    await page.context().route(/\/api\/sync/, (route) => route.abort());
    await page.context().route(/bulk_id=/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { message: { status: number; items: object[] } };
      const deviceId = "d";
      const items = [
        { insightId: again, deviceId, outcome: "superseded", by: null, at: null },
        { insightId: seen, deviceId, outcome: "overrode", by: "Ada", at: "2026-11-21T08:00:00.000Z" },
        { insightId: gone, deviceId, outcome: "forbidden", by: null, at: null },
      ];
      if (body.message.status === 2) body.message.items = items;
      await route.fulfill({ response: answer, json: body });
    });
    await save(page);
    await page.getByText("The bulk update has successfully completed!").first().waitFor(WAIT);
    await page.context().unrouteAll();
    await untilUnsent(page, 0);
    await page.reload();
    page = await phone.openRows();
    const panel = await openPanel(page);
    await panel.getByText("3 to look at").waitFor(WAIT);
    await expectAccessible(page, "what was refused");
    await expectNoSidewaysScroll(page, "what was refused");

    const dismiss = panel.getByRole("button", { name: /^Dismiss (?!all)/ }).first();
    await dismiss.focus();
    await page.keyboard.press("Enter");
    await panel.getByText("2 to look at").waitFor(WAIT);
    await panel
      .getByRole("link", { name: /^Open / })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("image"), WAIT).toBe(seen);
    page = await phone.openRows();
    const rest = await openPanel(page);
    await rest.getByRole("button", { name: /^Dismiss all/ }).click();
    await rest.getByRole("button", { name: "Forget the whole list?" }).click();
    await rest.getByText("to look at").waitFor({ state: "detached", ...WAIT });
  });
});

/** In the page: all that a browser does when it clears a site, but for the sign-in. */
async function wipe(): Promise<void> {
  for (const { name = "" } of await indexedDB.databases()) {
    if (!/^(outbox|mirror)-/.test(name)) continue;
    const request = indexedDB.deleteDatabase(name);
    await new Promise((resolve) => request.addEventListener("success", resolve));
  }
}
