import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import { axeFindings, DESK, expectNoSidewaysScroll, PHONE } from "../../support/browser/app-page.ts";
import { chipOf, save, startSignedIn, untilFoundOffline } from "../../support/browser/ranger-browser.ts";
import {
  INNER_STATES,
  PRIVATE_STATES,
  PUBLIC_STATES,
  type ScreenState,
  untilDrawn,
} from "../../support/browser/screen-states.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

/** On a busy machine one size takes over four minutes, more than other browser tests may take. */
const ALL_SCREENS_MS = 900_000;

const skipped = skippedWithoutChromium("axe on every screen");

/**
 * The rules for dark and outdoor, which change only colours and, in outdoor, the sizes of letters and targets: larger
 * letters can make a part scroll. All other rules are checked once, in light.
 */
const RULES_OF_THEMES = {
  runOnly: {
    type: "rule",
    values: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"],
  },
};
/** Every rule up to WCAG 2.2 AA, whatever its impact, those that axe leaves out by itself among them. */
const ALL_RULES = {
  runOnly: {
    type: "tag",
    values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice", "experimental"],
  },
  rules: { "target-size": { enabled: true } },
};
/**
 * A separator that takes the focus is a control by ARIA (the window splitter), which this rule, an experiment of axe,
 * does not know.
 */
const isSplitter = (finding: string) => /^focus-order-semantics: .*\n +<span role="separator"/.test(finding);

/** The open dialogs, menus and panels. */
const OVERLAY = "dialog[open], [popover]:popover-open";

describe.skipIf(skipped)("every screen", () => {
  // The demo's ranger as staff, who sees every tab.
  const server = useServer({ demoInsights: 40, collections: true, env: { STAFF_USER_ID: "1" } });
  const contexts = useContexts(server);

  const switchTheme = (page: Page, theme: string) =>
    page.evaluate((detail) => {
      window.dispatchEvent(new CustomEvent("understory-theme", { detail }));
    }, theme);

  const findings = async (page: Page, where: string) => {
    const found: string[] = [];
    // The screen below it is judged in each theme by itself.
    const part = (await page.locator(OVERLAY).count()) > 0 ? OVERLAY : undefined;
    for (const theme of ["light", "dark", "outdoor"]) {
      await switchTheme(page, theme);
      const here =
        theme === "light"
          ? await axeFindings(page, ALL_RULES)
          : await axeFindings(page, RULES_OF_THEMES, part);
      found.push(
        ...here.filter((finding) => !isSplitter(finding)).map((finding) => `${where}, ${theme}: ${finding}`),
      );
    }
    await switchTheme(page, "light");
    return found;
  };

  /** The screen, and each of its tabs. @param go opens its path */
  const findingsOfScreen = async (
    page: Page,
    { name, path, reach }: ScreenState,
    width: number,
    go: (path: string) => Promise<unknown>,
  ) => {
    await go(path);
    await untilDrawn(page);
    await reach?.(page);
    const where = `${name} at ${width} px`;
    const found = await findings(page, where);
    await expectNoSidewaysScroll(page, where);
    if (reach !== undefined) return found;
    const tabs = page.getByRole("main").getByRole("tab", { selected: false });
    const names = await tabs.allTextContents();
    for (const tab of names) {
      await page.getByRole("main").getByRole("tab", { name: tab, exact: true }).click();
      await untilDrawn(page);
      found.push(...(await findings(page, `${where}, ${tab}`)));
    }
    return found;
  };

  /** Findings in the states without a connection and with a failing server. */
  const findingsWithoutServer = async (
    page: Page,
    width: number,
    within: (path: string) => Promise<void>,
  ) => {
    const found: string[] = [];
    const look = async (what: string) => {
      const where = `${what} at ${width} px`;
      found.push(...(await findings(page, where)));
      await expectNoSidewaysScroll(page, where);
    };
    await page.evaluate(() => localStorage.removeItem("table_settings"));
    // Its code too is needed later, without a connection.
    await page.goto(`${server.url}/?tab=admin`);
    await untilDrawn(page);
    await within("/?tab=insights&archived=1");
    await page
      .getByText(/^[\d,]+ to save/)
      .first()
      .waitFor(WAIT);
    await page.context().route(/\/api\/updates/, (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await chipOf(page).getByText("Server error").waitFor(WAIT);
    await chipOf(page).click();
    await page
      .getByRole("dialog")
      .getByText(/^Server error, trying again/)
      .first()
      .waitFor(WAIT);
    await look("a failing server");
    await page.keyboard.press("Escape");
    server.proxy.cut();
    await page.context().unrouteAll();
    await untilFoundOffline(page);
    await look("insights without a connection");
    await within("/?tab=admin");
    await page.getByText(ONLINE.offlineTitle).waitFor(WAIT);
    await look("a list of the server without a connection");
    return found;
  };

  it.each([
    ["phone", PHONE],
    ["desk", DESK],
  ] as const)(
    "has no fault that axe finds, in light, dark and outdoor, on a %s",
    async (name, size) => {
      const context = await contexts.browser.newContext({
        ...size,
        serviceWorkers: "block",
        reducedMotion: "reduce",
        colorScheme: "light",
      });
      contexts.closeAfterwards(context);
      const page = await context.newPage();
      const width = size.viewport.width;
      const found: string[] = [];
      const anew = (path: string) => page.goto(`${server.url}${path}`);
      // Without a new start of the app, which would take most of the time.
      const within = async (path: string) => {
        await page.evaluate((to) => {
          for (const title of document.querySelectorAll("h1")) title.dataset.left = "";
          history.pushState(null, "", to);
        }, path);
        await page.locator("h1[data-left]").first().waitFor({ state: "detached" });
      };
      for (const state of PUBLIC_STATES) found.push(...(await findingsOfScreen(page, state, width, anew)));
      await startSignedIn(page, server.url, DEMO, { installed: false });
      // Away from the first of the screens below.
      await anew("/?tab=settings");
      for (const state of PRIVATE_STATES) found.push(...(await findingsOfScreen(page, state, width, within)));
      for (const state of INNER_STATES) {
        const { axeAt = name } = state;
        if (axeAt === name) found.push(...(await findingsOfScreen(page, state, width, anew)));
      }
      // Where the list of unsaved actions stands beside the rows.
      if (name === "desk") found.push(...(await findingsWithoutServer(page, width, within)));
      expect(found).toEqual([]);
    },
    ALL_SCREENS_MS,
  );
});
