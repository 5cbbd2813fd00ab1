import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SQLITE_FILE_NAME } from "../../server/db/open-database.ts";
import { signUpAccount } from "../support/browser/app-page.ts";
import { openInsights, signIn, untilInstalled, untilUnsent } from "../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePhone, useServer } from "../support/browser/stage.ts";
import { runCommand } from "../support/server/run-command.ts";
import { hasSharedData, sharedData } from "../support/shared-data.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the photos of Café Fauna in a browser");

const ALL = "127,704";
const OF_ALL = 127_704;
/** One camera that looked at leaves in the wind. */
const CAMERA = "ALM2_Evento_por_Defecto_69-2";
const OF_CAMERA = 24_752;
const OF_CAMERA_SAID = "24,752";
/** For the first copy, and for batches of 1,000 rows each. */
const LONG = { timeout: 150_000 };
const LONG_TEST_MS = 600_000;

describe.runIf(hasSharedData() && !skipped)("the 127,704 photos of Café Fauna in a real browser", () => {
  const server = useServer({ afterEach: "stay" });
  const phone = usePhone(server, { signedIn: false });
  let page: Page;
  let stored: Sqlite.Database;

  beforeAll(async () => {
    const ranger = await signUpAccount(server.url, "cafe");
    const folder = sharedData("wildlife-insights/cafe-fauna-127k");
    const imported = await runCommand("import", ["wildlife-insights", folder, "--owner", ranger.email], {
      DATA_DIR: server.dataDir,
    });
    expect(imported.code, imported.stderr).toBe(0);
    stored = new Sqlite(join(server.dataDir, SQLITE_FILE_NAME), { readonly: true });
    page = await phone.page();
    await signIn(page, server.url, ranger);
  });

  afterAll(() => stored?.close());

  /** How many photos the server holds as archived, of that camera and of all others. */
  function archived(): { ofCamera: number; ofOthers: number } {
    const rows = stored
      .prepare(
        `select d.device_id = ? as of_camera, count(*) as count from insights i
         join devices d on d.device_ref = i.device_ref where i.insight_status = 'archive' group by 1`,
      )
      .all(CAMERA) as { of_camera: number; count: number }[];
    const countOf = (ofCamera: number) => rows.find((row) => row.of_camera === ofCamera)?.count ?? 0;
    return { ofCamera: countOf(1), ofOthers: countOf(0) };
  }

  /** The number of photos for each sequence of statuses in the history: `archive,none` for one archived and undone. */
  function histories(): Record<string, number> {
    const rows = stored
      .prepare(
        `select steps, count(*) as count from (
           select insight_id, group_concat(from_status || '>' || to_status) as steps
           from (select * from insight_history order by insight_id, history_id) group by insight_id
         ) group by steps`,
      )
      .all() as { steps: string; count: number }[];
    return Object.fromEntries(rows.map(({ steps, count }) => [steps, count]));
  }

  const archivedOfCamera = () => archived().ofCamera;
  const matched = (count: string) =>
    page
      .getByText(new RegExp(`^${count} (insights|rows) match, all on this device`))
      .first()
      .waitFor(WAIT);
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();

  async function reopen() {
    await phone.start();
    page = await phone.page();
    await openInsights(page, server.url);
  }

  async function openCamera() {
    await openInsights(page, server.url);
    await page.getByText(`${ALL} insights, all on this device`).first().waitFor(WAIT);
    await press("Sentinel");
    await page.getByLabel("Find in Sentinel").fill("69-2");
    await page.getByText(CAMERA, { exact: true }).last().click();
    await matched(OF_CAMERA_SAID);
    await page.keyboard.press("Escape");
  }

  /** Archives everything that the filter lets through, as far as the question whether to go past the cap. */
  async function archiveCamera() {
    await openCamera();
    await page.locator("thead input[type=checkbox]").click();
    await press(`Select all ${OF_CAMERA_SAID} that match`);
    await page
      .getByRole("toolbar", { name: "Actions for the selection" })
      .getByRole("button", { name: /^Archive/ })
      .click();
    await page
      .getByText(`Archive: nothing was done yet for ${OF_CAMERA_SAID} insights`)
      .first()
      .waitFor(WAIT);
  }

  it(
    "has all of it on the device after the first sync, and again when the browser was closed",
    async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openInsights(page, server.url);
      await untilInstalled(page);
      await page.getByText(`${ALL} insights, all on this device`).first().waitFor(LONG);
      // Chromium writes the sign-in down seconds later, or when it is closed.
      await phone.close();
      await reopen();
      await page.getByText(`${ALL} insights, all on this device`).first().waitFor(WAIT);
    },
    LONG_TEST_MS,
  );

  it("writes all of it into a file as it grows, told how far it is, in little memory, and stops when it is told to [TBL-04, OFF-37]", async () => {
    await openInsights(page, server.url);
    await page.getByText(`${ALL} insights, all on this device`).first().waitFor(WAIT);
    // The dialog that asks for a place is the browser's own; in its stead the file lies in the site's own store.
    await page.evaluate(() => {
      const state = window as unknown as { slow: boolean; goOn: () => void };
      state.slow = false;
      const picker = async ({ suggestedName }: { suggestedName: string }) => {
        const folder = await navigator.storage.getDirectory();
        const handle = await folder.getFileHandle(suggestedName, { create: true });
        if (!state.slow) return handle;
        const file = await handle.createWritable();
        const held = new Promise<void>((resolve) => {
          state.goOn = resolve;
        });
        let writes = 0;
        const write = async (bytes: Uint8Array<ArrayBuffer>) => {
          writes += 1;
          if (writes > 2) await held;
          await file.write(bytes);
        };
        return {
          createWritable: async () => ({ write, close: () => file.close(), abort: () => file.abort() }),
        };
      };
      Object.assign(window, { showSaveFilePicker: picker });
    });
    const saved = () =>
      page.evaluate(async () => {
        const folder = await navigator.storage.getDirectory();
        const file = await (await folder.getFileHandle("sentinel_insights.csv")).getFile();
        const [head = "", ...lines] = (await file.text()).split("\r\n");
        const at = head.split(",").indexOf('"Insight ID"');
        return {
          bytes: file.size,
          ids: lines.filter(Boolean).map((line) => line.split(",")[at]?.slice(1, -1) ?? ""),
        };
      });
    const devtools = await phone.context.newCDPSession(page);
    await devtools.send("Performance.enable");
    const liveBytes = async () => {
      await devtools.send("HeapProfiler.collectGarbage");
      const { metrics } = await devtools.send("Performance.getMetrics");
      return metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? 0;
    };

    await page.getByRole("button", { name: "CSV", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "Save as CSV" });
    const before = await liveBytes();
    let most = before;
    const told = new Set<string>();
    await panel.getByRole("button", { name: "Save the file" }).click();
    const done = panel.getByText(`sentinel_insights.csv is saved: ${ALL} rows.`);
    await expect
      .poll(async () => {
        most = Math.max(most, await liveBytes());
        for (const words of await panel.getByText(/ rows written$/).allTextContents()) told.add(words);
        return done.isVisible();
      }, WAIT)
      .toBe(true);
    expect([...told].some((words) => /^[1-9][\d,]* of 127,704 rows written$/.test(words))).toBe(true);
    // All rows at once would be more than 100 MB.
    expect((most - before) / 1e6).toBeLessThan(40);
    const { ids, bytes } = await saved();
    console.info(
      `CSV: ${bytes} bytes, live heap at most ${Math.round((most - before) / 1e6)} MB above before.`,
    );
    const all = stored.prepare("select insight_id from insights").pluck().all() as (string | number)[];
    expect(ids).toHaveLength(OF_ALL);
    expect(new Set(ids)).toEqual(new Set(all.map(String)));

    await page.evaluate(async () => {
      const folder = await navigator.storage.getDirectory();
      await folder.removeEntry("sentinel_insights.csv");
      (window as unknown as { slow: boolean }).slow = true;
    });
    await panel.getByRole("button", { name: "Save the file" }).click();
    await panel.getByText("10,000 of 127,704 rows written").waitFor(WAIT);
    await panel.getByRole("button", { name: "Stop" }).click();
    await page.evaluate(() => (window as unknown as { goOn: () => void }).goOn());
    await panel.getByText("Stopped. No file was written.").waitFor(WAIT);
    expect((await saved()).bytes).toBe(0);
    await page.keyboard.press("Escape");
  });

  it(
    "archives one camera's 24,752 in batches that the person agreed to, through a killed browser, a lost answer and a lost connection, each once [INS-14, INS-46, OFF-12, OFF-16, OFF-18]",
    async () => {
      await archiveCamera();
      expect(archived()).toEqual({ ofCamera: 0, ofOthers: 0 });
      await untilUnsent(page, 0);

      await press(`Archive ${OF_CAMERA_SAID}`);
      await page
        .getByText(/\d+ of 25 parts done/)
        .first()
        .waitFor(WAIT);
      await expect.poll(archivedOfCamera, LONG).toBeGreaterThan(2_000);
      await phone.kill();

      expect(archivedOfCamera()).toBeLessThan(OF_CAMERA);
      const lost = server.proxy.loseNextAnswer(/^POST \/api\/updates/);
      await reopen();
      await page
        .getByText(/\d+ of 25 parts done/)
        .first()
        .waitFor(WAIT);
      await lost;
      await expect.poll(archivedOfCamera, LONG).toBeGreaterThan(8_000);
      server.proxy.cut();
      await page.getByText("actions, waiting for the connection").first().waitFor(WAIT);
      server.proxy.restore();

      await expect.poll(archivedOfCamera, LONG).toBe(OF_CAMERA);
      await untilUnsent(page, 0);
      await page.getByText("The bulk update has successfully completed!").first().waitFor(WAIT);
      expect(archived()).toEqual({ ofCamera: OF_CAMERA, ofOthers: 0 });
      expect(histories()).toEqual({ "none>archive": OF_CAMERA });
      await page.getByText("102,952 insights, all on this device").first().waitFor(WAIT);
    },
    LONG_TEST_MS,
  );

  it(
    "takes all of it back by Undo after it was sent, once the person agreed, each once [INS-11, OFF-14]",
    async () => {
      await press("Undo");
      await page.getByText(`Taking back ${OF_CAMERA_SAID} insights`).first().waitFor(WAIT);
      expect(archivedOfCamera()).toBe(OF_CAMERA);
      await press(`Undo ${OF_CAMERA_SAID}`);
      await expect.poll(archivedOfCamera, LONG).toBe(0);
      await untilUnsent(page, 0);
      expect(histories()).toEqual({ "none>archive,archive>none": OF_CAMERA });
      await page.getByText(`${ALL} insights, all on this device`).first().waitFor(WAIT);
    },
    LONG_TEST_MS,
  );

  it(
    "stops in the middle by Undo: what was not sent never goes, what was sent is taken back once the person agreed",
    async () => {
      await archiveCamera();
      await press(`Archive ${OF_CAMERA_SAID}`);
      await expect.poll(archivedOfCamera, LONG).toBeGreaterThan(2_000);
      await press("Undo");
      await page
        .getByText(/Taking back \d+,000 insights/)
        .first()
        .waitFor(WAIT);
      await untilUnsent(page, 0);
      const sent = archivedOfCamera();
      expect(sent).toBeLessThan(OF_CAMERA);
      expect(sent % 1_000).toBe(0);

      await press(/^Undo \d+,000$/);
      await expect.poll(archivedOfCamera, LONG).toBe(0);
      await untilUnsent(page, 0);
      const once = "none>archive,archive>none";
      expect(histories()).toEqual({ [once]: OF_CAMERA - sent, [`${once},${once}`]: sent });
      await page
        .getByText(new RegExp(`^${OF_CAMERA_SAID} (insights|rows) match, all on this device`))
        .first()
        .waitFor(WAIT);
    },
    LONG_TEST_MS,
  );
});
