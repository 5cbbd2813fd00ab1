import type { Page } from "playwright-core";
import { SCREENS } from "../../../src/app/navigation/screens.ts";
import { DEVICE_UPDATES } from "../../../src/messages/fleet/device-updates.ts";
import { GROUPS } from "../../../src/messages/fleet/groups.ts";
import { SCAN } from "../../../src/messages/fleet/scan.ts";
import { SHELL } from "../../../src/messages/shell/shell.ts";
import { WAIT } from "../time/time-limits.ts";

/** One state of one screen, as axe and the sheet of screenshots see it. */
export interface ScreenState {
  readonly name: string;
  /** From `/` on. */
  readonly path: string;
  /** Brings the page from the opened screen into the state, at any width and by touch or mouse. */
  readonly reach?: (page: Page) => Promise<unknown>;
  /** The size at which axe looks at it, where the other would show it nothing else; both where left out. */
  readonly axeAt?: "phone" | "desk";
}

/** Pages of people who are not signed in. */
export const PUBLIC_STATES: readonly ScreenState[] = [
  { name: "landing", path: "/landing" },
  { name: "demo", path: "/demo" },
  { name: "login", path: "/login" },
  { name: "signup", path: "/signup" },
  { name: "resetpassword", path: "/resetpassword" },
  { name: "resetpassword-code", path: "/resetpassword#code=x" },
  { name: "documentation", path: "/documentation" },
  { name: "not-found", path: "/nothing/here" },
];

const press = (name: string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click(WAIT);
const pressVisible = (page: Page, name: RegExp) =>
  page.getByRole("button", { name }).filter({ visible: true }).first().click(WAIT);
const dialog = (page: Page) => page.getByRole("dialog").first().waitFor(WAIT);
const opened = (page: Page) => page.locator("dialog[open], [popover]:popover-open").first().waitFor(WAIT);

/**
 * Opens the dialog that adds a Sentinel in a browser that reads codes. As text: tsx adds calls of its helper `__name` to
 * classes and named functions, which the page does not have.
 */
const SCANNER_IN_ADD_DIALOG = `(() => {
  window.BarcodeDetector = class {
    static getSupportedFormats = async () => ["qr_code"];
    detect = async () => [];
  };
  navigator.mediaDevices.getUserMedia = async () => document.createElement("canvas").captureStream();
  history.pushState(null, "", "/?tab=devices&devices=add");
})()`;

/** One of the tools of a list, which a phone has behind one button. */
export const tool = (name: string) => async (page: Page) => {
  const button = page.getByRole("button", { name, exact: true }).filter({ visible: true });
  const more = page.getByRole("button", { name: "List tools" }).filter({ visible: true });
  await button.or(more).first().waitFor(WAIT);
  if ((await button.count()) > 0) return button.first().click(WAIT);
  await more.first().click(WAIT);
  return page
    .getByRole("menuitem", { name })
    .or(page.getByRole("menuitemcheckbox", { name }))
    .first()
    .click(WAIT);
};

/** States over a screen: menus, sheets and dialogs, and its states without rows. */
export const INNER_STATES: readonly ScreenState[] = [
  {
    name: "insights-photo",
    path: "/?tab=insights",
    reach: async (page) => {
      await page
        .locator("[data-insight]")
        .first()
        .getByRole("button", { name: /^Open the photo/ })
        .click(WAIT);
      await dialog(page);
    },
  },
  { name: "insights-nothing", path: "/?tab=insights&class=nothing" },
  {
    name: "insights-unsaved",
    path: "/?tab=insights&archived=1",
    reach: async (page) => {
      const favorite = page.locator("[data-insight] [data-action=favorite]");
      await favorite.first().click(WAIT);
      // The first row may be a collection of several.
      await page
        .getByText(/^[\d,]+ to save/)
        .first()
        .waitFor(WAIT);
    },
  },
  {
    name: "insights-filters",
    path: "/?tab=insights",
    reach: async (page) => {
      await pressVisible(page, /^(Class|Filters|\d+ filters?)$/);
      await opened(page);
    },
  },
  {
    name: "insights-columns",
    path: "/?tab=insights",
    // On a phone the menu of tools, which has no columns.
    reach: async (page) => {
      await pressVisible(page, /^(Columns|List tools)$/);
      await opened(page);
    },
  },
  {
    name: "insights-csv",
    axeAt: "desk",
    path: "/?tab=insights",
    reach: async (page) => {
      await tool("CSV")(page);
      await opened(page);
    },
  },
  {
    name: "palette",
    path: "/?tab=insights",
    reach: async (page) => {
      await page.keyboard.press("Control+k");
      await opened(page);
    },
  },
  {
    name: "sync-panel",
    path: "/?tab=insights",
    reach: async (page) => {
      await page.getByRole("button", { name: /^Connection and unsent work/ }).click(WAIT);
      await dialog(page);
    },
  },
  { name: "account-menu", path: "/?tab=alerts", reach: press(SHELL.accountMenu) },
  {
    name: "keys",
    path: "/?tab=alerts",
    reach: async (page) => {
      await press(SHELL.accountMenu)(page);
      await page.getByRole("menuitem", { name: SHELL.keyboard, exact: true }).click(WAIT);
      await dialog(page);
    },
  },
  {
    name: "support",
    path: "/?tab=alerts",
    reach: async (page) => {
      await press(SHELL.support)(page);
      await dialog(page);
    },
  },
  { name: "device", path: "/?tab=devices&device=SN-1001", reach: dialog },
  { name: "add-sentinel", path: "/?tab=devices&devices=add", reach: dialog },
  {
    name: "new-group",
    path: "/?tab=groups",
    reach: async (page) => {
      await press(GROUPS.make)(page);
      await dialog(page);
    },
  },
  {
    name: "new-update",
    path: "/?tab=updates",
    reach: async (page) => {
      await press(DEVICE_UPDATES.make)(page);
      await dialog(page);
    },
  },
  { name: "alert-settings", path: "/?tab=alerts&settings=alerts" },
  { name: "quiet-hours", path: "/?tab=settings&integration=rules", reach: dialog },
  {
    name: "map-filters",
    axeAt: "desk",
    path: "/?tab=map",
    reach: (page) =>
      page
        .getByRole("button", { name: /^Filters/ })
        .first()
        .click(WAIT),
  },
  {
    name: "review-keys",
    axeAt: "phone",
    path: "/?tab=insights&review=1",
    reach: async (page) => {
      await page.keyboard.press("?");
      await page.locator("dialog[open] dialog[open]").waitFor(WAIT);
    },
  },
  {
    name: "scan-code",
    axeAt: "phone",
    path: "/?tab=devices",
    reach: async (page) => {
      await page.evaluate(SCANNER_IN_ADD_DIALOG);
      await pressVisible(page, new RegExp(`^${SCAN.title}$`));
      await page.locator("dialog[open] video").waitFor(WAIT);
    },
  },
  // Last: the choice is stored.
  {
    name: "insights-grid",
    axeAt: "desk",
    path: "/?tab=insights",
    reach: async (page) => {
      await tool("Photos as a grid")(page);
      await page.getByRole("list", { name: "Photos" }).locator("img").first().waitFor(WAIT);
    },
  },
];

/** Each tab of the shell that has a screen, and states that are nearly screens of their own. */
export const PRIVATE_STATES: readonly ScreenState[] = [
  ...Object.keys(SCREENS).map((tab) => ({ name: tab, path: `/?tab=${tab}` })),
  { name: "review", path: "/?tab=insights&review=1" },
  { name: "review-end", path: "/?tab=insights&review=99999" },
  { name: "unknown-tab", path: "/?tab=nonsense" },
];

/** The screen is drawn: it has a heading, review mode a photo or its end, and nothing is loading. */
export async function untilDrawn(page: Page): Promise<void> {
  const end = "dialog[open] h2:visible:not(header *)";
  await page.locator(`h1:visible, [data-photo]:visible, ${end}`).first().waitFor(WAIT);
  await page
    .locator("[aria-busy=true]")
    .first()
    .waitFor({ ...WAIT, state: "detached" });
}
