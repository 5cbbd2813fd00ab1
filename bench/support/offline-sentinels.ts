import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { openDatabase } from "../../server/db/open-database.ts";
import { launchChromiumWithProfile } from "../../tests/support/browser/chromium.ts";
import { signIn, untilInstalled } from "../../tests/support/browser/ranger-browser.ts";
import { DEMO, startServer } from "../../tests/support/server/server-process.ts";

interface OfflineSentinels {
  /** Names the folders. */
  name: string;
  /** Sentinels that the demo's ranger gets. */
  size: number;
  /** Columns of a Sentinel by its number from 0, beside those that all have. */
  sentinel(at: number): Record<string, string | number>;
  /** Opens the screen; resolves when it shows all Sentinels. */
  open(page: Page, url: string): Promise<void>;
}

/**
 * Gives the demo's ranger so many Sentinels, opens a screen with them in a real Chromium, stops the server and
 * runs the work.
 */
export async function withOfflineSentinels<T>(
  { name, size, sentinel, open }: OfflineSentinels,
  work: (page: Page, url: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `understory-bench-${name}-`));
  const profile = mkdtempSync(join(tmpdir(), "understory-bench-browser-"));
  const dataDir = join(folder, "data");
  await (await startServer({ demoInsights: 0, dataDir })).stop();
  await addSentinels(dataDir, size, sentinel);
  const server = await startServer({ dataDir });
  const browser = await launchChromiumWithProfile(profile);
  let running = true;
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, server.url, DEMO);
    await untilInstalled(page);
    await open(page, server.url);
    await server.stop();
    running = false;
    return await work(page, server.url);
  } finally {
    await browser.close();
    if (running) await server.stop();
    for (const path of [folder, profile]) rmSync(path, { recursive: true, force: true });
  }
}

/** Gives the demo's ranger so many Sentinels, named `BENCH-` and their number from 0. */
export async function addSentinels(
  dataDir: string,
  size: number,
  sentinel: OfflineSentinels["sentinel"],
): Promise<void> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const { user_id } = await db.reader.selectFrom("users").select("user_id").executeTakeFirstOrThrow();
    const nowMs = Date.now();
    await db.write(async (transaction) => {
      await db.dialect.insertMany(
        transaction,
        "devices",
        Array.from({ length: size }, (_, at) => ({
          device_id: `BENCH-${at}`,
          last_seen: nowMs - at * 60_000,
          allow_complete_images: 0,
          allow_wifi_insights: 0,
          created_at: nowMs,
          ...sentinel(at),
        })),
      );
      const rows = await transaction
        .selectFrom("devices")
        .select("device_ref")
        .where("device_id", "like", "BENCH-%")
        .execute();
      if (rows.length !== size) throw new Error(`${rows.length} Sentinels were made, not ${size}`);
      await db.dialect.insertMany(
        transaction,
        "device_users",
        rows.map(({ device_ref }) => ({ device_ref, user_id, after_insight_id: 0, granted_at: nowMs })),
      );
    });
  } finally {
    await db.close();
  }
}
