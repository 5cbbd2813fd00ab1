import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SQLITE_FILE_NAME } from "../../server/db/open-database.ts";
import { openInsights, review, shownInsights, untilUnsent } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the query worker in a browser");

const INSIGHTS = 100_000;
const PAGE_ROWS = 25;

describe.skipIf(skipped)("a hundred thousand insights in a real browser", () => {
  const server = useServer({ demoInsights: INSIGHTS, afterEach: "stay" });
  const phone = usePhone(server);
  let page: Page;
  let stored: Sqlite.Database;

  beforeAll(async () => {
    stored = new Sqlite(join(server.dataDir, SQLITE_FILE_NAME), { readonly: true });
    page = await phone.page();
    await openInsights(page, server.url);
    await page.getByText("all on this device").waitFor({ timeout: 120_000 });
    // Chromium writes the sign-in down seconds later, or when it is closed.
    await phone.close();
    await phone.start();
    page = await phone.page();
    await openInsights(page, server.url);
  });

  afterAll(() => stored?.close());

  /** The answer of the server's database to a plain statement: the count and the first page. */
  function storedRows(where: string, order: string): { matched: number; ids: string[] } {
    const from = `from insights i join devices d on d.device_ref = i.device_ref where ${where}`;
    const matched = stored.prepare(`select count(*) ${from}`).pluck().get() as number;
    const ids = stored
      .prepare(`select cast(i.insight_id as text) ${from} order by ${order} limit ${PAGE_ROWS}`)
      .pluck()
      .all() as string[];
    return { matched, ids };
  }

  async function shownMatched(): Promise<number> {
    const said = await page.getByText("all on this device").first().textContent();
    return Number(said?.replaceAll(/[^\d]/g, ""));
  }

  const NOT_ARCHIVED = "i.insight_status <> 'archive'";

  it("filters by text over class and Sentinel names and sorts, in a worker, as the server's database does [OFF-10]", async () => {
    expect(page.workers().map((worker) => worker.url())).toEqual([expect.stringContaining("insight-worker")]);
    const holds = `(i.class_name like '%fox%' or coalesce(d.preferred_name, d.device_name) like '%fox%' or d.device_name like '%fox%')`;
    const expected = storedRows(
      `${NOT_ARCHIVED} and ${holds}`,
      "case when i.is_from_lora = 1 then i.group_confidence else i.confidence end desc, i.file_ctime desc, i.insight_id desc",
    );
    await openInsights(page, server.url, "&q=fox&sort=-confidence");
    await expect.poll(shownMatched, WAIT).toBe(expected.matched);
    // The rows in sight are drawn first.
    await expect.poll(() => shownInsights(page), WAIT).toEqual(expected.ids);
    expect(expected.matched).toBeGreaterThan(PAGE_ROWS);
  });

  it("opens with all of it after the browser was killed, without the server, with the action that waited [OFF-10]", async () => {
    await openInsights(page, server.url);
    const [first = "", second = ""] = await shownInsights(page);
    await review(page, second, "favorite");
    await untilUnsent(page, 1);
    const matched = await shownMatched();
    await server.process.kill();
    await phone.kill();
    await phone.start();
    page = await phone.page();
    await openInsights(page, server.url);
    expect((await shownInsights(page)).slice(0, 2)).toEqual([first, second]);
    await page
      .locator(`tr[data-insight="${second}"] button[data-action="favorite"][aria-pressed="true"]`)
      .waitFor(WAIT);
    await expect.poll(shownMatched, WAIT).toBe(matched);
    const expected = storedRows(`${NOT_ARCHIVED} and i.class_name = 'Wild boar'`, "i.insight_id");
    await openInsights(page, server.url, "&class=Wild%20boar");
    await expect.poll(shownMatched, WAIT).toBe(expected.matched);
  });

  it("goes on with a new worker where the worker was ended", async () => {
    await openInsights(page, server.url);
    await expect.poll(() => page.workers().length, WAIT).toBe(1);
    const [worker] = page.workers();
    await worker?.evaluate(() => close()).catch(() => undefined);
    // All rows: those that are drawn after the first ones would look like another answer.
    await expect.poll(() => shownInsights(page), WAIT).toHaveLength(PAGE_ROWS);
    const before = await shownInsights(page);
    await page.getByRole("columnheader", { name: "Confidence" }).getByRole("button").first().click();
    await expect.poll(() => shownInsights(page), WAIT).not.toEqual(before);
  });
});
