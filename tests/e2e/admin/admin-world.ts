import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Locator, Page } from "playwright-core";
import { SQLITE_FILE_NAME } from "../../../server/db/open-database.ts";
import type { Alg, Component, Release } from "../../../src/protocol/shapes.ts";
import { PHONE } from "../../support/browser/app-page.ts";
import { tokenOf } from "../../support/browser/ranger-browser.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

/** The demo's ranger has the first id, and is staff here. */
export const STAFF_SERVER = {
  demoInsights: 0,
  collections: true,
  afterEach: "restore",
  env: { STAFF_USER_ID: "1" },
} as const;

/** The two sizes, each with the letter by which accounts and releases made at it are told apart. */
export const SIZES = [
  { width: 1440, letter: "w", size: { viewport: { width: 1440, height: 900 } } },
  { width: 360, letter: "n", size: PHONE },
] as const;

export interface AdminApi {
  get<T>(path: string): Promise<T>;
  put(path: string, body: unknown): Promise<void>;
}

/** The calls of staff, beside the browser. */
export async function staffApi(url: string): Promise<AdminApi> {
  const token = await tokenOf(url, DEMO);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    connection: "close",
  };
  return {
    async get<T>(path: string) {
      const response = await fetch(url + path, { headers });
      return ((await response.json()) as { message: T }).message;
    },
    async put(path, body) {
      const response = await fetch(url + path, { method: "PUT", headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    },
  };
}

export async function openAdmin(page: Page, url: string, query = ""): Promise<void> {
  await page.goto(`${url}/?tab=admin${query}`);
  await rowsOf(page).first().waitFor(WAIT);
}

/** The rows of the table, or the cards in their place. */
export function rowsOf(page: Page): Locator {
  return page.locator("[data-row]");
}

export function dialogOf(page: Page, name: string): Locator {
  return page.getByRole("dialog", { name, exact: true });
}

export async function algsByName(api: AdminApi): Promise<Map<string, Alg>> {
  const algs = await api.get<Alg[]>("/api/internal/algs");
  return new Map(algs.map((alg) => [alg.alg_name, alg]));
}

export async function componentsOf(api: AdminApi, release: string): Promise<Component[] | undefined> {
  const releases = await api.get<Release[]>("/api/modelRelease");
  return releases.find(({ name }) => name === release)?.components;
}

/** Changes an alg as an operator would by hand. */
export function spoilAlg(dataDir: string, name: string, change: Record<string, string | null>): void {
  const db = new Sqlite(join(dataDir, SQLITE_FILE_NAME), { timeout: 20_000 });
  const columns = Object.keys(change).map((column) => `${column} = ?`);
  db.prepare(`update algs set ${columns.join(", ")} where alg_name = ?`).run(...Object.values(change), name);
  db.close();
}
