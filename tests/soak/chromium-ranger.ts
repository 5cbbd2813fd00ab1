import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { Random } from "../../server/demo/random.ts";
import type { InsightStatus } from "../../src/domain/insight/insight.ts";
import { LOCAL_KEYS } from "../../src/platform/stored-values.ts";
import { type KillableChromium, startKillableChromium } from "../support/browser/killable-chromium.ts";
import { untilInstalled } from "../support/browser/ranger-browser.ts";
import type { FaultyProxy, FaultyProxyParts } from "./faulty-proxy.ts";
import type { Ledger } from "./ledger.ts";
import { type Place, pause } from "./soak-database.ts";
import { Steps } from "./steps.ts";

export interface ChromiumParts {
  place: Place;
  random: Random;
  ledger: Ledger;
  proxy: FaultyProxy;
  /** Settings of the proxy: the first visit meets no fault, because it has no stored app to fall back on. */
  link: FaultyProxyParts;
  faultRate: number;
}

const PRESSED_WITHIN_MS = 60_000;
const OPEN_WITHIN_MS = 120_000;
const ACTIONS = ["acknowledge", "archive", "favorite"] as const;

/** A person in a real Chromium, which is killed at random; storage, page and service worker are the browser's own. */
export class ChromiumRanger {
  readonly userId: number;
  readonly name = "Chromium";
  readonly steps: Steps;
  readonly figures = { actions: 0, kills: 0, looks: 0 };
  readonly #parts: ChromiumParts;
  readonly #profile = mkdtempSync(join(tmpdir(), "understory-soak-browser-"));
  #browser: KillableChromium | null = null;
  #page: Page | null = null;
  #shown: string[] = [];

  constructor(parts: ChromiumParts) {
    this.#parts = parts;
    this.userId = parts.place.user.userIdSql;
    this.steps = new Steps(parts.place.own.keys());
  }

  /** Opens the app for the first time, until it can start without a server. */
  async begin(): Promise<void> {
    const page = await this.#open();
    await untilInstalled(page);
    this.#parts.link.faultRate = this.#parts.faultRate;
  }

  async step(): Promise<void> {
    const { random } = this.#parts;
    const id = random.pick(this.#shown);
    const before = this.steps.shown(id);
    const action = random.pick(ACTIONS.filter((one) => one !== before));
    if (random.chance(0.03)) return this.#killAmid(id, before, action);
    await this.#click(id, action);
    await this.#button(id, action, true).waitFor({ timeout: PRESSED_WITHIN_MS });
    this.#act(id, before, action);
    if (random.chance(0.2)) await this.#save();
    if (random.chance(0.02)) await this.#killAndLook();
  }

  /** Saves everything, and resolves when nothing is unsent; returns what is unsent when time is up. */
  async finish(withinMs: number): Promise<number> {
    const until = performance.now() + withinMs;
    const chip = this.#shownPage().getByRole("button", { name: /^Connection and unsent work/ });
    for (;;) {
      const unsent = /([\d,]+) to (?:save|send)|Sending ([\d,]+)/.exec((await chip.textContent()) ?? "");
      if (unsent === null) break;
      if (performance.now() > until) return Number((unsent[1] ?? unsent[2])?.replaceAll(",", ""));
      await this.#save();
      await pause(500);
    }
    await this.#look();
    return 0;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  async #open(): Promise<Page> {
    const { place, proxy } = this.#parts;
    this.#browser = await startKillableChromium(this.#profile);
    const { context } = this.#browser;
    const session = JSON.stringify({
      [LOCAL_KEYS.token]: `Bearer ${place.token}`,
      [LOCAL_KEYS.userId]: String(this.userId),
    });
    // A killed browser may lose what it stored of these a moment ago.
    await context.addInitScript({ content: `try { Object.assign(localStorage, ${session}); } catch {}` });
    const page = context.pages()[0] ?? (await context.newPage());
    // The oldest first: new insights come after them.
    await page.goto(`${proxy.url}/?tab=insights&archived=1&rows=100&sort=time`);
    await page.locator("tr[data-insight]").first().waitFor({ timeout: OPEN_WITHIN_MS });
    this.#page = page;
    const rows = page.locator("tr[data-insight]");
    this.#shown = (
      await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-insight") ?? ""))
    ).filter((id) => place.own.has(id));
    return page;
  }

  async #kill(): Promise<void> {
    this.figures.kills += 1;
    await this.#browser?.kill();
  }

  async #killAndLook(): Promise<void> {
    await this.#kill();
    await this.#open();
    await this.#look();
  }

  /** Kills it right after a click: the action is either taken or not. */
  async #killAmid(id: string, before: InsightStatus, action: (typeof ACTIONS)[number]): Promise<void> {
    await this.#click(id, action);
    await this.#kill();
    await this.#open();
    const shown = await this.#statusOf(id);
    if (shown === action) this.#act(id, before, action);
    else if (shown !== before)
      this.#parts.ledger.violate(`Chromium shows insight ${id} as ${shown} after a kill`);
    await this.#look();
  }

  /** Checks that the shown statuses are the intended ones. */
  async #look(): Promise<void> {
    for (const id of this.#shown) {
      const wanted = this.steps.shown(id);
      const shown = await this.#statusOf(id);
      this.figures.looks += 1;
      if (shown !== wanted)
        this.#parts.ledger.violate(`Chromium shows insight ${id} as ${shown} instead of ${wanted}`);
    }
  }

  async #statusOf(id: string): Promise<string> {
    // The first rows after a start are the newest, until all are loaded.
    const row = this.#shownPage().locator(`tr[data-insight="${id}"]`);
    return await row.evaluate(
      (element) =>
        element.querySelector('button[data-action][aria-pressed="true"]')?.getAttribute("data-action") ??
        "none",
      null,
      { timeout: PRESSED_WITHIN_MS },
    );
  }

  async #save(): Promise<void> {
    const button = this.#shownPage()
      .getByRole("button", { name: /^Save \d/ })
      .first();
    if ((await button.count()) > 0 && (await button.isEnabled())) await button.click();
  }

  #act(id: string, before: InsightStatus, action: (typeof ACTIONS)[number]): void {
    this.figures.actions += 1;
    this.steps.act(new Map([[id, before]]), action);
  }

  async #click(id: string, action: string): Promise<void> {
    await this.#button(id, action, false).click();
  }

  #button(id: string, action: string, pressed: boolean) {
    const button = `tr[data-insight="${id}"] button[data-action="${action}"]`;
    return this.#shownPage().locator(pressed ? `${button}[aria-pressed="true"]` : button);
  }

  #shownPage(): Page {
    if (this.#page === null) throw new Error("no page is open");
    return this.#page;
  }
}
