import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { browserStorageOf } from "../../support/browser/chromium-storage.ts";
import {
  review,
  save,
  untilFoundOffline,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import { expectOnce, skippedWithoutChromium, useFreshPage, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("faults of the browser's storage");

describe.skipIf(skipped)("review while the browser's storage fails", () => {
  const server = useServer({ demoInsights: 40, env: { SYNC_SECONDS: "6", CALL_SECONDS: "10" } });
  const fresh = useFreshPage(server);
  let page: Page;

  beforeEach(async () => {
    ({ page } = fresh);
    await fresh.openRows();
  });

  it("keeps what an open page knows, and fills what it shows anew, when the browser evicts its storage under it (fault 18) (fault 19) [OFF-15]", async () => {
    const [one = "", two = "", three = ""] = await untouchedInsights(page, 3);
    for (const id of [one, two]) await review(page, id, "archive");
    await untilUnsent(page, 2);
    await (await browserStorageOf(page)).evict();
    await expect.poll(() => page.evaluate(rowsOf, "actions"), WAIT).toEqual([one, two].sort());
    await review(page, three, "archive");
    await untilUnsent(page, 3);
    await expect.poll(() => page.evaluate(rowsOf, "actions"), WAIT).toEqual([one, two, three].sort());
    expect(await page.getByText("could not be stored", { exact: false }).count()).toBe(0);

    await page.reload();
    await untilUnsent(page, 3);
    await save(page);
    await untilUnsent(page, 0);
    await expectOnce(server, [one, two, three], "archive");
  });

  it("says that nothing is here, and not that there is nothing, when the browser evicts its storage where there is no connection (fault 18) [OFF-15]", async () => {
    const [one = ""] = await untouchedInsights(page, 1);
    server.proxy.cut();
    await review(page, one, "acknowledge");
    await untilFoundOffline(page);
    await (await browserStorageOf(page)).evict();
    await page.getByText("Nothing on this device yet").waitFor(WAIT);
    await untilUnsent(page, 1);
    await expect.poll(() => page.evaluate(rowsOf, "actions"), WAIT).toEqual([one]);

    server.proxy.restore();
    await page.locator(`tr[data-insight="${one}"]`).waitFor(WAIT);
    // Done while there was no connection, so it goes by itself.
    await untilUnsent(page, 0);
    await expectOnce(server, [one], "acknowledge");
  });
});

/** In the page: the keys of a store of the outbox, in order; none while the browser answers no such question. */
async function rowsOf(store: string): Promise<string[]> {
  const settled = <T>(asked: Promise<T>) =>
    // A browser that clears up may leave a question unanswered for ever.
    Promise.race([asked, new Promise<null>((resolve) => setTimeout(resolve, 2_000, null))]);
  const found = await settled(indexedDB.databases());
  const { name } = found?.find((one) => one.name?.startsWith("outbox-")) ?? {};
  if (name === undefined) return [];
  const opening = indexedDB.open(name);
  const database = await settled(
    new Promise<IDBDatabase | null>((resolve) => {
      opening.addEventListener("success", () => resolve(opening.result));
      opening.addEventListener("error", () => resolve(null));
    }),
  );
  if (!database?.objectStoreNames.contains(store)) return [];
  const asked = database.transaction(store).objectStore(store).getAllKeys();
  await settled(new Promise((resolve) => asked.addEventListener("success", resolve)));
  database.close();
  return asked.readyState === "done" ? asked.result.map(String).sort() : [];
}
