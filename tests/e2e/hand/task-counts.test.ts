import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { DEVICE_UPDATES } from "../../../src/messages/fleet/device-updates.ts";
import { DEVICES } from "../../../src/messages/fleet/devices.ts";
import { insightsMessages } from "../../../src/messages/insights/insights.ts";
import { OFFLINE_SETS } from "../../../src/messages/offline/offline-sets.ts";
import { SYNC } from "../../../src/messages/offline/sync.ts";
import { UNSENT_WORK } from "../../../src/messages/offline/unsent-work.ts";
import { DESK, PHONE } from "../../support/browser/app-page.ts";
import {
  chipOf,
  signIn,
  startSignedIn,
  tokenOf,
  untilInstalled,
  untilSaid,
} from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, usePage, useServer } from "../../support/browser/stage.ts";
import { readTruth } from "../../support/client/review-truth.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the taps and keys of eight tasks");
const SAVE = /^Save( \d+)?$/;
const REVIEWED = 20;

/** A person's hand: each tap, long press, click and key counts, but for the letters of a typed text. */
class Hand {
  count = 0;
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(target: Locator): Promise<void> {
    this.count += 1;
    await target.first().click(WAIT);
  }

  async key(key: string): Promise<void> {
    this.count += 1;
    await this.#page.keyboard.press(key);
  }

  /** Until the long press has done what it is for. */
  async hold(target: Locator, done: Locator): Promise<void> {
    this.count += 1;
    await target.first().hover(WAIT);
    await this.#page.mouse.down();
    await done.waitFor(WAIT);
    await this.#page.mouse.up();
  }

  /** Into the field that has the focus, over what it holds. */
  async type(text: string): Promise<void> {
    await this.#page.waitForFunction(() => document.activeElement instanceof HTMLInputElement);
    await this.#page.keyboard.press("ControlOrMeta+a");
    await this.#page.keyboard.type(text);
  }

  /** By the palette. @param option what is chosen, once it is offered */
  async command(typed: string, option: string | RegExp): Promise<void> {
    await this.key("Control+k");
    await this.type(typed);
    await this.#page.getByRole("option", { name: option, selected: true }).waitFor(WAIT);
    await this.key("Enter");
  }
}

const DAY_MS = 86_400_000;

/** Of each width: a Sentinel with photos of nothing, and of people a day ago. */
const SENTINELS = ["Weir of a phone", "Weir of a desk"];
const EMPTY_EACH = 3;

/** Makes the Sentinels and their insights, and answers the ids of those of nothing. */
async function fillSentinels(url: string): Promise<Map<string, readonly string[]>> {
  const person = `Bearer ${await tokenOf(url, DEMO)}`;
  const post = async (path: string, authorization: string, body: object) => {
    const headers = { "content-type": "application/json", authorization, connection: "close" };
    const answer = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  const ofNothing = new Map<string, readonly string[]>();
  for (const name of SENTINELS) {
    const { ingestKey } = await post("/api/devices", person, { device_id: name, device_name: name });
    const insights = [
      ...Array.from({ length: EMPTY_EACH }, (_, at) => ({
        source_id: `e${at}`,
        class_name: "empty",
        class_id: 99,
      })),
      { source_id: "h", class_name: "Human", time_stamp: yesterday, file_ctime: yesterday },
    ];
    const { message } = await post("/api/ingest/insights", `Bearer ${ingestKey}`, { insights });
    ofNothing.set(
      name,
      (message as { insight_id: string }[]).slice(0, EMPTY_EACH).map((one) => one.insight_id),
    );
  }
  return ofNothing;
}

describe.skipIf(skipped)("the taps and keys of a task", () => {
  const server = useServer({ demoInsights: 240, collections: true, afterEach: "stay" });
  let ofNothing = new Map<string, readonly string[]>();
  beforeAll(async () => {
    ofNothing = await fillSentinels(server.url);
  });

  /** Two thirds of what each task took before. */
  describe.each([
    {
      on: "a phone",
      size: PHONE,
      most: { signIn: 2, review: 16, archive: 8, yesterday: 8, offline: 2, recover: 2, rename: 3, update: 6 },
    },
    {
      on: "a desk",
      size: DESK,
      most: { signIn: 3, review: 16, archive: 6, yesterday: 3, offline: 2, recover: 2, rename: 2, update: 4 },
    },
  ])("on $on", ({ on, size, most }) => {
    const stage = usePage(server, { size, as: null });
    const phone = on === "a phone";
    let page: Page;
    let hand: Hand;

    beforeAll(async () => {
      page = stage.page;
      page.setDefaultTimeout(WAIT.timeout);
      // By the screen, which remembers the address for the next time.
      await signIn(page, server.url, DEMO);
      await untilInstalled(page);
    });

    const sentinel = `Weir of ${on}`;
    const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
    const insights = () => page.locator("[data-insight]");
    const untilSent = () =>
      expect.poll(() => chipOf(page).textContent(), WAIT).not.toMatch(/to (save|send)|Sending/);
    const open = async (query: string) => {
      await page.goto(`${server.url}/?tab=${query}`);
      await page.getByRole("heading", { level: 1 }).waitFor(WAIT);
      hand = new Hand(page);
    };
    const openInsights = async (query = "") => {
      await open(`insights${query}`);
      await insights().first().waitFor(WAIT);
    };
    const untilShown = (count: number) => expect.poll(() => insights().count(), WAIT).toBe(count);
    /** To another screen, by the bars. */
    const goTo = async (name: string) => {
      if (phone) await hand.press(button("More"));
      await hand.press(page.getByRole("link", { name, exact: true }).locator("visible=true"));
    };

    it("reviews 20 and saves (hand 10)", async () => {
      await openInsights("&status=none");
      if (phone) await hand.press(button("Review"));
      else await hand.key("r");
      const dialog = page.getByRole("dialog");
      await dialog.waitFor(WAIT);
      const unsaved = async () => Number(/(\d+) to save/.exec((await dialog.textContent()) ?? "")?.[1] ?? 0);
      let reviewed = 0;
      while (reviewed < REVIEWED) {
        if (phone) await hand.press(dialog.locator("[data-action=acknowledge]"));
        else await hand.key("a");
        await expect.poll(unsaved, WAIT).toBeGreaterThan(reviewed);
        reviewed = await unsaved();
      }
      if (phone) await hand.press(dialog.getByRole("button", { name: SAVE }));
      else await hand.key("Control+Enter");
      await expect.poll(unsaved, WAIT).toBe(0);
      await page.goto(`${server.url}/?tab=insights`);
      await untilSent();
      expect(hand.count).toBeLessThanOrEqual(most.review);
    });

    it("archives what is empty of one Sentinel (hand 12)", async () => {
      const archived = async () => {
        const { history } = await readTruth(server.dataDir, [...ofNothing.values()].flat());
        return history.flatMap(({ insightId, to }) => (to === "archive" ? [insightId] : [])).sort();
      };
      const before = await archived();
      await openInsights();
      if (phone) {
        await hand.press(button(insightsMessages.filters.search));
        await hand.type(`empty ${sentinel}`);
        await untilShown(EMPTY_EACH);
        const bar = page.getByRole("toolbar", { name: insightsMessages.selection.bar });
        await hand.hold(insights(), bar);
        // A finger that rests marks no word, and the browser does not offer to save the photo.
        expect(
          await insights()
            .first()
            .evaluate((card) => getComputedStyle(card).userSelect),
        ).toBe("none");
        await hand.press(
          bar.getByRole("button", { name: insightsMessages.selection.everything(EMPTY_EACH) }),
        );
        await hand.press(bar.locator("[data-action=archive]"));
        await hand.press(button(SAVE));
      } else {
        await hand.command(`empty ${sentinel}`, `Empty · ${sentinel}`);
        await untilShown(EMPTY_EACH);
        for (const key of ["Control+a", "x", "Control+Enter"]) await hand.key(key);
      }
      await untilShown(0);
      await untilSent();
      await expect.poll(archived, WAIT).toEqual([...before, ...(ofNothing.get(sentinel) ?? [])].sort());
      expect(hand.count).toBeLessThanOrEqual(most.archive);
    });

    it("finds yesterday's humans (hand 15)", async () => {
      await openInsights();
      if (phone) {
        await hand.press(button("Filters"));
        const sheet = page.getByRole("dialog");
        const human = sheet.getByRole("checkbox", { name: /^Human/ });
        await sheet
          .getByRole("checkbox", { name: /^Grey heron|^Agouti|^Red fox/ })
          .first()
          .waitFor(WAIT);
        if ((await human.count()) === 0)
          await hand.press(sheet.getByRole("button", { name: /^Show all \d/ }));
        await hand.press(human);
        await hand.press(sheet.getByRole("button", { name: "Yesterday", exact: true }));
        await hand.press(sheet.getByRole("button", { name: /^Show \d/ }));
      } else await hand.command("yesterday human", "Yesterday · Human");
      await page.waitForURL(/(?=.*class=Human)(?=.*from=)(?=.*to=)/, WAIT);
      expect(hand.count).toBeLessThanOrEqual(most.yesterday);
    });

    it("saves the list for offline (hand 4)", async () => {
      await openInsights();
      await hand.press(button(OFFLINE_SETS.save));
      await hand.press(
        page.getByRole("dialog").getByRole("button", { name: OFFLINE_SETS.saveShort, exact: true }),
      );
      await page
        .getByRole("dialog")
        .getByText(OFFLINE_SETS.field.states.ready, { exact: true })
        .waitFor(WAIT);
      expect(hand.count).toBeLessThanOrEqual(most.offline);
    });

    it("recovers from a failed save (hand 1)", async () => {
      await openInsights();
      // So long that no attempt of its own comes before the person's.
      const headers = { "retry-after": "900" };
      await page
        .context()
        .route(/\/api\/updates/, (route) => route.fulfill({ status: 500, headers, json: {} }));
      await insights().locator("[data-action=favorite]").first().click(WAIT);
      await button(SAVE).first().click(WAIT);
      try {
        await expect.poll(() => chipOf(page).textContent(), WAIT).toContain(SYNC.serverError);
      } finally {
        await page.context().unrouteAll();
      }
      await hand.press(chipOf(page));
      await hand.press(page.getByRole("dialog").getByRole("button", { name: UNSENT_WORK.tryNow }));
      await untilSent();
      expect(hand.count).toBeLessThanOrEqual(most.recover);
    });

    it("renames a Sentinel in their list (hand 15)", async () => {
      await open("devices");
      await hand.press(page.getByRole("button", { name: /^Edit / }));
      const dialog = page.getByRole("dialog");
      await dialog.waitFor(WAIT);
      if (phone) await hand.press(dialog.getByLabel("Name", { exact: true }));
      await hand.type(`Gate of ${on}`);
      if (phone) await hand.press(dialog.getByRole("button", { name: "Save", exact: true }));
      else await hand.key("Enter");
      const renamed = page.getByRole("button", { name: DEVICES.open(`Gate of ${on}`) });
      await renamed.first().waitFor({ ...WAIT, state: "attached" });
      expect(hand.count).toBeLessThanOrEqual(most.rename);
    });

    it("starts an update, from the insights on (hand 8)", async () => {
      await openInsights();
      await goTo("Device Updates");
      await hand.press(button(DEVICE_UPDATES.make));
      const dialog = page.getByRole("dialog");
      await hand.press(dialog.getByRole("checkbox", { name: sentinel }));
      await hand.press(dialog.getByRole("button", { name: DEVICE_UPDATES.create }));
      await page.getByText(DEVICE_UPDATES.created(1)).waitFor(WAIT);
      expect(hand.count).toBeLessThanOrEqual(most.update);
    });

    it("signs in where the session has ended, and is at the insights (hand 15)", async () => {
      // A session of its own: a second attempt begins signed in, as the first did.
      await startSignedIn(page, server.url, DEMO, { path: "/?tab=insights" });
      await insights().first().waitFor(WAIT);
      // Not in the midst of the first copy.
      await untilSaid(page, "Online");
      const authorization = (await page.evaluate(() => localStorage.getItem("authToken"))) ?? "";
      const ended = await fetch(`${server.url}/api/logout`, {
        method: "POST",
        headers: { authorization, connection: "close" },
      });
      expect(ended.status).toBe(200);
      await page.goto(`${server.url}/login`);
      await page.getByLabel("Password", { exact: true }).waitFor(WAIT);
      hand = new Hand(page);
      await hand.type(DEMO.password);
      if (phone) {
        await hand.press(button("Sign In"));
        await hand.press(page.getByRole("link", { name: "Insights", exact: true }).locator("visible=true"));
      } else {
        await hand.key("Enter");
        await page.getByRole("heading", { name: "Dashboard" }).waitFor(WAIT);
        await hand.command("insights", "Insights");
      }
      await insights().first().waitFor(WAIT);
      expect(hand.count).toBeLessThanOrEqual(most.signIn);
    });
  });
});
