import type { Page } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { signUpAccount } from "../../support/browser/app-page.ts";
import {
  chipOf,
  review,
  save,
  signIn,
  unsentOf,
  untilFoundOffline,
  untilSaid,
  untilUnsent,
  untouchedInsights,
} from "../../support/browser/ranger-browser.ts";
import { expectOnce, skippedWithoutChromium, useFreshPage, useServer } from "../../support/browser/stage.ts";
import { readTruth } from "../../support/client/review-truth.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

interface SessionRow {
  id: string;
  current: boolean;
}

const skipped = skippedWithoutChromium("sign-outs with unsent work in a browser");

describe.skipIf(skipped)("unsent work when sessions end", () => {
  const server = useServer({ demoInsights: 40 });
  const fresh = useFreshPage(server);
  let page: Page;
  let other: { email: string; password: string };

  beforeAll(async () => {
    other = await signUpAccount(server.url, "keeper");
  });
  beforeEach(async () => {
    ({ page } = fresh);
    await fresh.openRows();
  });

  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  async function logout() {
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
  }

  it("goes to sign-in when the session was ended elsewhere while work waits, shows nothing of it, and sends it after the same person signs in (fault 8) [AUTH-29, AUTH-30, AUTH-31, AUTH-32]", async () => {
    const ids = await untouchedInsights(page, 3);
    for (const id of ids) await review(page, id, "acknowledge");
    await untilUnsent(page, 3);
    await endSessions(server.url, DEMO);
    await save(page);
    await page.waitForURL("**/login");
    await page.getByText("You were signed out by the server.", { exact: false }).waitFor(WAIT);
    expect(await stored("authToken")).toBeNull();
    expect(await stored("userId")).toBeNull();
    expect(await page.locator("[data-insight]").count()).toBe(0);
    expect((await readTruth(server.dataDir, ids)).history).toEqual([]);

    await page.goto(`${server.url}/?tab=insights`);
    await page.waitForURL("**/login");
    await signIn(page, server.url, DEMO);
    // The page that has just come knows of nothing unsent before it has read what is stored.
    await expect.poll(async () => (await readTruth(server.dataDir, ids)).history.length, WAIT).toBe(3);
    await untilUnsent(page, 0);
    await expectOnce(server, ids, "acknowledge");
  });

  it("leaves no trace of a person who signed out offline to the next one, and gives the unsent work back to its owner alone (fault 25) [OFF-21, AUTH-33]", async () => {
    const ids = await untouchedInsights(page, 3);
    await page.locator("tr[data-insight] img").first().waitFor(WAIT);
    await expect
      .poll(() => page.evaluate(cacheNames), WAIT)
      .toContainEqual(expect.stringMatching(/^thumbnails-1-/));
    const device =
      (await page.locator("tr[data-insight] td:nth-child(5)").first().getAttribute("title")) ?? "";
    expect(device).not.toBe("");
    server.proxy.cut();
    await untilFoundOffline(page);
    for (const id of ids) await review(page, id, "archive");
    await untilUnsent(page, 3);
    await logout();
    await page.getByRole("button", { name: /^Keep for me and log out/ }).click();
    await page.waitForURL("**/login");
    expect(await stored("authToken")).toBeNull();
    expect(await stored("userId")).toBeNull();

    // Before anybody else signs in, and after: what is left is the hidden work alone.
    const traces = ["ranger@example.org", "Robin", device];
    // The page shows the sign-in at once and deletes meanwhile; looking into a database would make it anew.
    await expect.poll(() => page.evaluate(databaseNames), WAIT).not.toContain("mirror-1");
    expect(await page.evaluate(findTraces, traces)).toEqual({ databases: ["outbox-1"], found: [] });
    server.proxy.restore();
    await signIn(page, server.url, other);
    await page.goto(`${server.url}/?tab=insights&archived=1`);
    await page.getByText("No insights yet").waitFor(WAIT);
    await untilSaid(page, "Online");
    expect(unsentOf(await chipOf(page).textContent())).toBe(0);
    expect(await page.locator("[data-insight], [data-unsaved]").count()).toBe(0);
    const shown = await page.locator("body").textContent();
    for (const trace of traces) expect(shown).not.toContain(trace);
    const left = await page.evaluate(findTraces, traces);
    expect(left.found).toEqual([]);
    expect(left.databases.filter((name) => name.endsWith("-1"))).toEqual(["outbox-1"]);
    expect(await page.evaluate(cacheNames)).not.toContainEqual(expect.stringMatching(/^thumbnails-1-/));
    expect((await readTruth(server.dataDir, ids)).history, "nobody sent it for them").toEqual([]);

    await logout();
    await page.waitForURL("**/login");
    await signIn(page, server.url, DEMO);
    await page.getByText("Back online: 3 actions made offline are being sent.").waitFor(WAIT);
    await untilUnsent(page, 0);
    await expectOnce(server, ids, "archive");
  });
});

/** Ends every session of a person but the one that asks, as a person does from another device. */
async function endSessions(url: string, credentials: { email: string; password: string }): Promise<void> {
  const login = await fetch(`${url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(credentials),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const list = await fetch(`${url}/api/sessions`, { headers });
  const { message } = (await list.json()) as { message: SessionRow[] };
  for (const { id, current } of message) {
    if (!current) await fetch(`${url}/api/sessions/${id}`, { method: "DELETE", headers });
  }
}

/** In the page. */
async function cacheNames(): Promise<string[]> {
  return await caches.keys();
}

/** In the page: which of the databases that hold a person's data are left, and where a text of theirs still stands. */
async function findTraces(traces: string[]): Promise<{ databases: string[]; found: string[] }> {
  const found: string[] = [];
  const look = (where: string, content: string) => {
    for (const trace of traces) if (content.includes(trace)) found.push(`${trace} in ${where}`);
  };
  look("localStorage", JSON.stringify({ ...localStorage }));
  look("sessionStorage", JSON.stringify({ ...sessionStorage }));
  const names: string[] = [];
  for (const { name = "" } of await indexedDB.databases()) {
    if (/^(mirror|outbox)-/.test(name)) names.push(name);
    const open = indexedDB.open(name);
    await new Promise((resolve) => open.addEventListener("success", resolve));
    for (const store of open.result.objectStoreNames) {
      const all = open.result.transaction(store).objectStore(store).getAll();
      await new Promise((resolve) => all.addEventListener("success", resolve));
      look(`${name}.${store}`, JSON.stringify(all.result));
    }
    open.result.close();
  }
  for (const name of await caches.keys()) {
    // The app's own parts belong to no person; everything else is checked.
    if (name.startsWith("workbox-precache")) continue;
    for (const request of await (await caches.open(name)).keys()) look(name, request.url);
  }
  return { databases: names.sort(), found };
}

/** In the page. */
async function databaseNames(): Promise<(string | undefined)[]> {
  return (await indexedDB.databases()).map(({ name }) => name);
}
