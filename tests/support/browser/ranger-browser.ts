import type { Locator, Page } from "playwright-core";
import type { ReviewAction } from "../../../src/domain/insight/insight.ts";
import { WAIT } from "../time/time-limits.ts";

const POLL_MS = 50;

/** The steps of a ranger in the app, through visible elements. */

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Signs in through the screen. */
export async function signIn(page: Page, url: string, credentials: Credentials) {
  await page.goto(`${url}/login`);
  await page.getByLabel("Email").fill(credentials.email);
  await page.getByLabel("Password", { exact: true }).fill(credentials.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL((address) => address.pathname === "/", WAIT);
}

/**
 * Signs in without the screen, for tests that begin after it. The token is stored as the screen stores it, on a page
 * of the site that runs none of the app.
 *
 * @param options.installed false for a profile whose service worker is blocked
 */
export async function startSignedIn(
  page: Page,
  url: string,
  credentials: Credentials,
  { path = "/", installed = true }: { path?: string; installed?: boolean } = {},
) {
  const token = await tokenOf(url, credentials);
  await page.goto(`${url}/theme.js`);
  await page.evaluate((stored) => localStorage.setItem("authToken", stored), `Bearer ${token}`);
  await page.goto(`${url}${path}`);
  await page.getByRole("button", { name: "Account menu" }).waitFor(WAIT);
  if (installed) await untilInstalled(page);
}

export async function openInsights(page: Page, url: string, query = "") {
  await page.goto(`${url}/?tab=insights${query}`);
  await page.locator("tr[data-insight]").first().waitFor(WAIT);
}

/** The ids on the page of the table that shows now, from the top. */
export async function shownInsights(page: Page): Promise<string[]> {
  return await page
    .locator("tr[data-insight]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-insight") ?? ""));
}

/** The first `count` insights of the shown page that have no status yet. */
export async function untouchedInsights(page: Page, count: number): Promise<string[]> {
  const rows = page.locator('tr[data-insight]:not(:has([aria-pressed="true"]))');
  // The first table after a start draws the rows in sight first.
  await rows
    .nth(count - 1)
    .waitFor({ ...WAIT, state: "attached" })
    .catch(() => undefined);
  const ids = await rows.evaluateAll((found) => found.map((row) => row.getAttribute("data-insight") ?? ""));
  if (ids.length < count) throw new Error(`only ${ids.length} of ${count} rows have no status`);
  return ids.slice(0, count);
}

/** Goes down by J to the next row of the table that does not have this status. */
export async function stepToRowWithout(page: Page, action: ReviewAction) {
  const button = page.locator(`tr[data-insight]:focus [data-action="${action}"]`);
  do {
    const before = await page.evaluate(
      () => (document.activeElement as HTMLElement | null)?.dataset.insight ?? "",
    );
    await page.keyboard.press("j");
    await page.locator(`tr[data-insight]:focus:not([data-insight="${before}"])`).waitFor(WAIT);
  } while ((await button.getAttribute("aria-pressed", WAIT)) === "true");
}

/** Switches the feature of this account; off, every insight has a row of its own. */
export async function turnCollections(url: string, credentials: Credentials, enabled: boolean) {
  const token = await tokenOf(url, credentials);
  const authorized = { "content-type": "application/json", authorization: `Bearer ${token}` };
  const { message } = await answerOf<{ message: { id: string; key: string }[] }>(`${url}/api/features`, {
    headers: authorized,
  });
  const feature = message.find(({ key }) => key === "COLLECTIONS");
  await answerOf(`${url}/api/features/${feature?.id}`, {
    method: "PUT",
    headers: authorized,
    body: JSON.stringify({ enabled }),
  });
}

export async function tokenOf(url: string, credentials: Credentials): Promise<string> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify(credentials);
  const { token } = await answerOf<{ token: string }>(`${url}/api/login`, { method: "POST", headers, body });
  return token;
}

async function answerOf<T>(address: string, init: RequestInit & { headers: object }): Promise<T> {
  // A kept-alive connection may be one that the proxy has just dropped.
  const response = await fetch(address, { ...init, headers: { ...init.headers, connection: "close" } });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Takes one action on one row of the table, and waits until the row shows it. */
export async function review(page: Page, insightId: string, action: ReviewAction) {
  const button = page.locator(`tr[data-insight="${insightId}"] button[data-action="${action}"]`);
  await button.click();
  await page
    .locator(`tr[data-insight="${insightId}"] button[data-action="${action}"][aria-pressed="true"]`)
    .waitFor(WAIT);
}

export async function save(page: Page) {
  await page
    .getByRole("button", { name: /^Save( \d|$)/ })
    .first()
    .click();
}

/** Saves without a connection, where a list that was made offline has no button for it. */
export async function saveByKey(page: Page) {
  await page.keyboard.press("Control+Enter");
}

/** Waits until the service worker serves this page, so that the app can start without the server. */
export async function untilInstalled(page: Page) {
  await page.evaluate(
    (limitMs) =>
      new Promise<void>((resolve, reject) => {
        if (navigator.serviceWorker.controller !== null) return resolve();
        navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
        setTimeout(() => reject(new Error("no service worker took over this page")), limitMs);
      }),
    WAIT.timeout,
  );
}

/** The chip in the top bar. */
export function chipOf(page: Page): Locator {
  return page.getByRole("button", { name: /^Connection and unsent work/ });
}

/** Waits until the chip shows this text. */
export async function untilSaid(page: Page, words: "Online" | "Offline") {
  await chipOf(page).filter({ hasText: words }).waitFor(WAIT);
}

/** Triggers a pull, and waits until the chip shows that the server is not reachable. */
export async function untilFoundOffline(page: Page) {
  await chipOf(page).click();
  await page.getByRole("button", { name: "Refresh the data now" }).click();
  await untilSaid(page, "Offline");
  await page.keyboard.press("Escape");
}

/** Waits until the chip shows this number of unsent actions. */
export async function untilUnsent(page: Page, count: number) {
  // A loop of its own: benches call this outside of a test.
  const untilMs = performance.now() + 60_000;
  for (let said = await unsentSaid(page); said !== count; said = await unsentSaid(page)) {
    if (performance.now() > untilMs) throw new Error(`the chip says ${said} unsent, not ${count}`);
    await page.waitForTimeout(POLL_MS);
  }
}

/** The number of unsent actions that the chip shows, over its parts: "3 to save, 5 to send". */
async function unsentSaid(page: Page): Promise<number> {
  return unsentOf(await chipOf(page).textContent());
}

/** The number of unsent actions in the words of a chip. */
export function unsentOf(words: string | null): number {
  const counts = (words ?? "").matchAll(/([\d,]+) to (?:save|send)|Sending ([\d,]+)/g);
  return [...counts].reduce((sum, [, waits, goes]) => sum + Number((waits ?? goes)?.replace(",", "")), 0);
}
