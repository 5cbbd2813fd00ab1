import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { SCREENS } from "../../../src/app/navigation/screens.ts";
import { axeFindings, DESK, expectNoSidewaysScroll, PHONE } from "../../support/browser/app-page.ts";
import { startSignedIn } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("axe on every screen");

/** Pages of people who are not signed in. */
const PUBLIC_PATHS = [
  "/landing",
  "/demo",
  "/login",
  "/signup",
  "/resetpassword",
  "/documentation",
  "/nothing/here",
];
/** Each tab of the shell that has a screen, and states of screens that are nearly screens of their own. */
const PRIVATE_PATHS = [
  ...Object.keys(SCREENS).map((tab) => `/?tab=${tab}`),
  "/?tab=insights&review=1",
  "/?tab=nonsense",
];

/** What a theme changes: colours, and in outdoor the sizes of targets. All else is judged once, in light. */
const RULES_OF_THEMES = { runOnly: { type: "rule", values: ["color-contrast", "target-size"] } };
const ALL_RULES = {};

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
    for (const theme of ["light", "dark", "outdoor"]) {
      await switchTheme(page, theme);
      const here = await axeFindings(page, theme === "light" ? ALL_RULES : RULES_OF_THEMES);
      found.push(...here.map((finding) => `${where}, ${theme}: ${finding}`));
    }
    await switchTheme(page, "light");
    return found;
  };

  const settled = async (page: Page) => {
    await page.locator("h1:visible, [data-photo]:visible").first().waitFor(WAIT);
    await page
      .locator("[aria-busy=true]")
      .first()
      .waitFor({ ...WAIT, state: "detached" });
  };

  /** The screen, and each of its tabs. */
  const findingsOfScreen = async (page: Page, path: string, width: number) => {
    await page.goto(`${server.url}${path}`);
    await settled(page);
    const where = `${path} at ${width} px`;
    const found = await findings(page, where);
    await expectNoSidewaysScroll(page, where);
    const tabs = page.getByRole("main").getByRole("tab", { selected: false });
    const names = await tabs.allTextContents();
    for (const name of names) {
      await page.getByRole("main").getByRole("tab", { name, exact: true }).click();
      await settled(page);
      found.push(...(await findings(page, `${where}, ${name}`)));
    }
    return found;
  };

  it.each([
    ["a phone", PHONE],
    ["a desk", DESK],
  ] as const)("has no fault that axe finds, in light, dark and outdoor, on %s", async (_name, size) => {
    const context = await contexts.browser.newContext({
      ...size,
      reducedMotion: "reduce",
      colorScheme: "light",
    });
    contexts.closeAfterwards(context);
    const page = await context.newPage();
    const width = size.viewport.width;
    const found: string[] = [];
    for (const path of PUBLIC_PATHS) found.push(...(await findingsOfScreen(page, path, width)));
    await startSignedIn(page, server.url, DEMO);
    for (const path of PRIVATE_PATHS) found.push(...(await findingsOfScreen(page, path, width)));
    expect(found).toEqual([]);
  });
});
