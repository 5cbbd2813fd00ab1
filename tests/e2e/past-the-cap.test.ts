import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BULK_UPDATE_CAP } from "../../src/domain/bulk-update.ts";
import { chipOf, review, save, untilUnsent, untouchedInsights } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../support/browser/stage.ts";
import { readTruth } from "../support/client/review-truth.ts";
import { openServerData, type ServerData } from "../support/server/server-data.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("steps past the cap of the list");

const LITERAL =
  "You've hit the 1000 insight update limit. Please save your current changes and start another update.";

describe.skipIf(skipped)("a step over more than the list holds", () => {
  const server = useServer({ demoInsights: 40, env: { SYNC_SECONDS: "2" } });
  const contexts = useContexts(server);
  let data: ServerData;
  beforeAll(() => {
    data = openServerData(server.dataDir);
  });
  afterAll(() => data?.close());

  /** The table of a new Sentinel that has more insights than the list holds. */
  const openSentinel = async (deviceId: string) => {
    const ids = data.addSentinel(deviceId, BULK_UPDATE_CAP + 6);
    const page = await contexts.openAs(DEMO, { path: `/?tab=insights&rows=100&device_id=${deviceId}` });
    await page.locator("tr[data-insight]").first().waitFor(WAIT);
    await page.getByText("1,006 insights match, all on this device").first().waitFor(WAIT);
    return { page, ids };
  };
  const countArchived = async (ids: readonly string[]) => {
    const { statuses } = await readTruth(server.dataDir, ids);
    return ids.filter((id) => statuses.get(id) === "archive").length;
  };
  const archiveAll = async (page: Page) => {
    await page.keyboard.press("Control+a");
    await page.getByText("1,006 selected").first().waitFor(WAIT);
    await page.keyboard.press("x");
    await page.getByText(LITERAL).first().waitFor(WAIT);
  };

  it("leaves a decision that was made after it, and makes no conflict with what the person saved before it, by keys alone [INS-47]", async () => {
    const { page, ids } = await openSentinel("cam-cap");
    const [one = "", two = "", later = ""] = await untouchedInsights(page, 3);
    for (const id of [one, two]) await review(page, id, "acknowledge");
    await archiveAll(page);
    await page.getByRole("button", { name: "Archive 1,006" }).waitFor(WAIT);
    await save(page);
    await untilUnsent(page, 0);
    await page.keyboard.press("Escape");
    await review(page, later, "favorite");
    await page.getByRole("button", { name: "Archive 1,005" }).waitFor(WAIT);
    await page.getByText("1 decided since is left out", { exact: false }).waitFor(WAIT);
    await page.keyboard.press("Control+Enter");
    await untilUnsent(page, 0);
    expect((await readTruth(server.dataDir, [later])).statuses.get(later)).toBe("favorite");
    expect((await readTruth(server.dataDir, [one])).statuses.get(one)).toBe("acknowledge");
    await page.keyboard.press("Control+Enter");
    await expect.poll(() => countArchived(ids), WAIT).toBe(1_005);
    await untilUnsent(page, 0);
    const truth = await readTruth(server.dataDir, [one, two, later]);
    expect(truth.history.map(({ to }) => to).toSorted()).toEqual([
      "acknowledge",
      "acknowledge",
      "archive",
      "archive",
      "favorite",
    ]);
    await page.getByText("The bulk update has successfully completed!").first().waitFor(WAIT);
    expect(await chipOf(page).textContent()).not.toContain("to look at");
    expect(await page.getByText(/needs? a look/).count()).toBe(0);
    expect(await page.locator(`tr[data-insight="${later}"]`).count()).toBe(1);
  });

  it("is left by Enter with the focus on the current row, and continued by the palette's first command", async () => {
    const { page, ids } = await openSentinel("cam-palette");
    const current = page.locator("tr[data-insight]:focus");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const stoodOn = await current.getAttribute("data-insight", WAIT);
    await archiveAll(page);
    const leave = page.getByRole("button", { name: "Not now" });
    await leave.focus();
    await page.keyboard.press("Enter");
    await leave.waitFor({ ...WAIT, state: "detached" });
    expect(await current.getAttribute("data-insight", WAIT)).toBe(stoodOn);
    await page.keyboard.press("x");
    await leave.waitFor(WAIT);
    await page.keyboard.press("Control+k");
    await page.getByRole("option", { name: "Archive 1,006", exact: true, selected: true }).waitFor(WAIT);
    await page.keyboard.press("Enter");
    await expect.poll(() => countArchived(ids), WAIT).toBe(1_006);
    await untilUnsent(page, 0);
  });
});
