import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import {
  openInsights,
  review,
  save,
  shownInsights,
  untilFoundOffline,
  untilSaid,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import {
  ALL_ROWS,
  expectOnce,
  skippedWithoutChromium,
  usePhone,
  useServer,
} from "../../support/browser/stage.ts";
import { countBulkUpdates, readTruth } from "../../support/client/review-truth.ts";
import { WAIT } from "../../support/time/time-limits.ts";

/** As an operator may set it; the app's usual waits are three times as long. */
const PACE = { CALL_SECONDS: "8", SYNC_SECONDS: "10" };
const COMPLETED = "The bulk update has successfully completed!";

const skipped = skippedWithoutChromium("faults in a browser");

describe.skipIf(skipped)("review while page, server and connection fail", () => {
  const server = useServer({ env: PACE, demoInsights: 40 });
  const phone = usePhone(server, { forgets: true });

  const pressed = (page: Page, id: string, action: string) =>
    page.locator(`tr[data-insight="${id}"] button[data-action="${action}"]`).getAttribute("aria-pressed");

  it("makes one bulk update of one list when two tabs press Save in the same moment (fault 11) [OFF-17]", async () => {
    const first = await phone.openRows();
    const second = await phone.context.newPage();
    await openInsights(second, server.url, ALL_ROWS);
    const ids = await untouchedInsights(first, 4);
    for (const id of ids) await review(first, id, "acknowledge");
    await untilUnsent(second, ids.length);
    const before = await countBulkUpdates(server.dataDir);
    const buttons = [first, second].map((page) => page.getByRole("button", { name: "Save 4", exact: true }));
    await Promise.all(buttons.map((button) => button.evaluate((element: HTMLElement) => element.click())));
    for (const page of [first, second]) await untilUnsent(page, 0);
    expect(await countBulkUpdates(server.dataDir)).toBe(before + 1);
    await expectOnce(server, ids, "acknowledge");
  });

  it("submits once on reconnection what two tabs did without a connection [OFF-16, OFF-17]", async () => {
    const first = await phone.openRows();
    const second = await phone.context.newPage();
    await openInsights(second, server.url, ALL_ROWS);
    const ids = await untouchedInsights(first, 4);
    server.proxy.cut();
    await untilFoundOffline(first);
    await untilSaid(second, "Offline");
    for (const [index, id] of ids.entries()) await review(index < 2 ? first : second, id, "archive");
    for (const page of [first, second]) await untilUnsent(page, 4);
    const before = await countBulkUpdates(server.dataDir);
    server.proxy.restore();
    for (const page of [first, second]) await untilUnsent(page, 0);
    expect(await countBulkUpdates(server.dataDir)).toBe(before + 1);
    await expectOnce(server, ids, "archive");
  });

  it("survives the server's sudden end right after it took the bulk update, before and while it is done (fault 2) [OFF-18]", async () => {
    const page = await phone.openRows();
    const ids = await untouchedInsights(page, 6);
    const [unheard, heard] = [ids.slice(0, 3), ids.slice(3)];
    for (const id of unheard) await review(page, id, "favorite");
    const before = await countBulkUpdates(server.dataDir);
    const lost = server.proxy.loseNextAnswer(/^POST \/api\/updates/);
    await save(page);
    await lost;
    await server.restart({ kill: true });
    await untilUnsent(page, 0);

    for (const id of heard) await review(page, id, "favorite");
    const answered = page.waitForResponse((response) => response.request().method() === "POST", WAIT);
    await save(page);
    await answered;
    await server.restart({ kill: true });
    await untilUnsent(page, 0);
    expect(await countBulkUpdates(server.dataDir)).toBe(before + 2);
    await expectOnce(server, ids, "favorite");
  });

  it("stays usable on a link that takes everything and answers nothing, says Offline long before the call's own time limit, and recovers by itself, with what was done meanwhile (fault 4) [OFF-16, OFF-18, OFF-23]", async () => {
    const page = await phone.openRows();
    const [first = "", second = "", third = ""] = await untouchedInsights(page, 3);
    await untilSaid(page, "Online");
    await review(page, first, "acknowledge");
    const stalled = server.proxy.stallAt(/^GET \/api\/updates\?/);
    await save(page);
    await stalled;
    const saidOffline = untilSaid(page, "Offline");
    // While the call still hangs, the page takes every step.
    await review(page, second, "archive");
    await review(page, third, "favorite");
    await untilUnsent(page, 3);
    await page.getByRole("switch", { name: "Show archived" }).uncheck();
    await page.locator(`tr[data-insight="${second}"]`).waitFor({ state: "detached", ...WAIT });
    await saidOffline;
    server.proxy.restore();
    await untilSaid(page, "Online");
    // Actions made after the connection was lost are sent automatically, although the loss was noticed later.
    await untilUnsent(page, 0);
    await page.getByText(COMPLETED).waitFor(WAIT);
    await expectOnce(server, [first], "acknowledge");
    await expectOnce(server, [second], "archive");
    await expectOnce(server, [third], "favorite");
  });

  it("asks again after a start what became of a bulk update, and shows no old status while it is confirmed (fault 6) [INS-38, INS-39, INS-43, INS-45]", async () => {
    let page = await phone.openRows();
    const ids = await untouchedInsights(page, 4);
    for (const id of ids) await review(page, id, "favorite");

    // The server completes it, and the app is killed before it hears so.
    await page.context().route(isNewsOfBulk, (route) => route.abort());
    await save(page);
    await page.getByText("The bulk update is waiting to be processed").first().waitFor(WAIT);
    await expect.poll(async () => (await readTruth(server.dataDir, ids)).history.length, WAIT).toBe(4);
    await phone.kill();

    // It asks by the number that it kept. The mirror does not follow yet, and the app is killed once more.
    await phone.start();
    await phone.context.addInitScript(watchRows, { ids, action: "favorite" });
    await phone.context.route(isSync, (route) => route.abort());
    const asked = phone.context.waitForEvent("request", {
      predicate: (request) => request.url().includes("/api/updates?bulk_id="),
      ...WAIT,
    });
    page = await phone.openRows();
    await asked;
    await page.getByText(COMPLETED).waitFor(WAIT);
    await page.getByText("4 actions, done, being confirmed").waitFor(WAIT);
    expect(await rowsSeen(page)).toEqual({ sampled: true, others: [] });
    await phone.kill();

    await phone.start();
    await phone.context.addInitScript(watchRows, { ids, action: "favorite" });
    page = await phone.openRows();
    await page.getByRole("region", { name: "Saved actions" }).waitFor({ state: "detached", ...WAIT });
    await untilUnsent(page, 0);
    await expect.poll(() => page.evaluate(outboxIsEmpty), WAIT).toBe(true);
    expect(await rowsSeen(page)).toEqual({ sampled: true, others: [] });
    for (const id of ids) expect(await pressed(page, id, "favorite"), id).toBe("true");
    expect(await shownInsights(page)).toEqual(expect.arrayContaining(ids));
    await expectOnce(server, ids, "favorite");
  });
});

function isSync(url: URL): boolean {
  return url.pathname === "/api/sync";
}

function isNewsOfBulk(url: URL): boolean {
  return isSync(url) || url.searchParams.has("bulk_id");
}

interface RowsSeen {
  samples: number;
  others: string[];
}

/**
 * In the page, before it starts: looks at the rows after every change of the document, and notes where one shows
 * another status.
 */
function watchRows({ ids, action }: { ids: string[]; action: string }): void {
  const seen: RowsSeen = { samples: 0, others: [] };
  Object.assign(window, { rowsSeen: seen });
  const look = () => {
    for (const id of ids) {
      const button = document.querySelector(`[data-insight="${id}"] [data-action="${action}"]`);
      if (button === null) continue;
      seen.samples += 1;
      if (button.getAttribute("aria-pressed") !== "true") seen.others.push(id);
    }
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

async function rowsSeen(page: Page) {
  const { samples, others } = await page.evaluate(
    () => (window as unknown as { rowsSeen: RowsSeen }).rowsSeen,
  );
  return { sampled: samples > 0, others };
}

/** In the page: whether nothing at all is kept of what was done, neither actions nor batches. */
async function outboxIsEmpty(): Promise<boolean> {
  const { name = "" } = (await indexedDB.databases()).find((one) => one.name?.startsWith("outbox-")) ?? {};
  const open = indexedDB.open(name);
  await new Promise((resolve) => open.addEventListener("success", resolve));
  const database = open.result;
  const counts = ["actions", "batches"].map((store) => {
    const request = database.transaction(store).objectStore(store).count();
    return new Promise<number>((resolve) =>
      request.addEventListener("success", () => resolve(request.result)),
    );
  });
  const total = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
  database.close();
  return total === 0;
}
