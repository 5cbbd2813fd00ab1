import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DrivenBrowser } from "../support/browser/driven-browser.ts";
import { firefoxPath, startFirefox } from "../support/browser/driven-firefox.ts";
import { startWebKit, whyNoWebKit } from "../support/browser/driven-webkit.ts";
import { expectOnce, useServer } from "../support/browser/stage.ts";
import { DEMO } from "../support/server/server-process.ts";
import { WAIT } from "../support/time/time-limits.ts";

interface OtherBrowser {
  name: string;
  /** Why it cannot be driven here, or null. */
  missing: string | null;
  start(profile: string): Promise<DrivenBrowser>;
  /** Whether what a site stores outlives the browser as its driver starts it. */
  keepsProfile: boolean;
}

const BROWSERS: OtherBrowser[] = [
  {
    name: "Firefox",
    missing: firefoxPath() === null ? "firefox-esr is not installed" : null,
    start: startFirefox,
    keepsProfile: true,
  },
  { name: "WebKit", missing: whyNoWebKit(), start: startWebKit, keepsProfile: false },
];

for (const { name, missing } of BROWSERS) {
  if (missing !== null) console.warn(`Skipped: offline review in ${name}, because ${missing}.`);
}

const ROW = "tr[data-insight]";
const actionOf = (id: string, action: string) => `tr[data-insight="${id}"] button[data-action="${action}"]`;

describe.each(BROWSERS)("review without a connection, in $name", ({ missing, start, keepsProfile }) => {
  describe.skipIf(missing !== null)("as Debian ships it", () => {
    const server = useServer({ demoInsights: 40, env: { SYNC_SECONDS: "6", CALL_SECONDS: "10" } });
    let profile = "";
    let browser: DrivenBrowser;

    beforeAll(async () => {
      profile = mkdtempSync(join(tmpdir(), "understory-other-"));
      browser = await start(profile);
      console.info(`In ${browser.name}.`);
    });
    afterAll(async () => {
      await browser?.close();
      if (profile) rmSync(profile, { recursive: true, force: true });
    });

    const until = (work: () => boolean | Promise<boolean>) =>
      expect.poll(() => browser.run(work).catch(() => false), WAIT).toBe(true);
    const untilThere = (selector: string) =>
      expect
        .poll(
          () => browser.run((css) => document.querySelector(css) !== null, selector).catch(() => false),
          WAIT,
        )
        .toBe(true);
    const chipSays = (pattern: string) =>
      expect.poll(() => browser.run(chipText).catch(() => ""), WAIT).toMatch(new RegExp(pattern));
    const openRows = async () => {
      await browser.go(`${server.url}/?tab=insights&archived=1&rows=100`);
      await untilThere(ROW);
    };
    const pictures = () => browser.run(wholePictures);

    it("acknowledges with no network, starts with none and shows its thumbnails, and sends all once when it returns [OFF-04, OFF-06, OFF-11, OFF-15, OFF-16]", async () => {
      await browser.go(`${server.url}/login`);
      await untilThere("input[type=password]");
      await browser.type("input[type=email]", DEMO.email);
      await browser.type("input[type=password]", DEMO.password);
      await browser.click('//button[normalize-space()="Sign In"]');
      await until(() => location.pathname === "/");
      await until(() => navigator.serviceWorker.controller !== null);
      await openRows();
      await expect.poll(pictures, WAIT).toBeGreaterThan(5);
      await expect.poll(() => browser.run(thumbnailsKept), WAIT).toBeGreaterThan(5);
      const shown = await pictures();
      const ids = await browser.run(untouched, 2);

      server.proxy.cut();
      await chipSays("Offline");
      for (const id of ids) {
        await browser.click(actionOf(id, "acknowledge"));
        await untilThere(`${actionOf(id, "acknowledge")}[aria-pressed="true"]`);
      }
      await chipSays("2 to send");

      // The page, its parts, the rows and their pictures come from the device alone.
      await openRows();
      if (keepsProfile) {
        await browser.close();
        browser = await start(profile);
        await openRows();
      }
      await chipSays("2 to send");
      for (const id of ids) await untilThere(`${actionOf(id, "acknowledge")}[aria-pressed="true"]`);
      await expect.poll(pictures, WAIT).toBeGreaterThanOrEqual(shown);

      server.proxy.restore();
      await expect
        .poll(() => browser.run(chipText), { timeout: 90_000 })
        .not.toMatch(/\d to (?:save|send)|Sending \d/);
      await expectOnce(server, ids, "acknowledge");
    });
  });
});

/* In the page. */

function chipText(): string {
  const chip = [...document.querySelectorAll("button")].find((button) =>
    /^Connection and unsent work/.test(button.getAttribute("aria-label") ?? button.textContent ?? ""),
  );
  return chip?.textContent ?? "";
}

function wholePictures(): number {
  const images = [...document.querySelectorAll<HTMLImageElement>("tr[data-insight] img")];
  return images.filter((image) => image.naturalWidth > 0).length;
}

async function thumbnailsKept(): Promise<number> {
  const names = (await caches.keys()).filter((name) => name.startsWith("thumbnails-"));
  const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  return kept.reduce((sum, count) => sum + count, 0);
}

function untouched(count: number): string[] {
  const rows = [...document.querySelectorAll('tr[data-insight]:not(:has([aria-pressed="true"]))')];
  return rows.slice(0, count).map((row) => row.getAttribute("data-insight") ?? "");
}
