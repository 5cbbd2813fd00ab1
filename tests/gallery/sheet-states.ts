import type { Page } from "playwright-core";
import { chipOf } from "../support/browser/ranger-browser.ts";
import {
  INNER_STATES,
  PRIVATE_STATES,
  PUBLIC_STATES,
  type ScreenState,
  tool,
} from "../support/browser/screen-states.ts";
import { WAIT } from "../support/time/time-limits.ts";

/** A state on the sheet. `isLong`: its picture is as high as its content. */
export interface SheetState extends ScreenState {
  readonly isLong?: boolean;
}

const LONG = [
  "landing",
  "documentation",
  "dashboard",
  "account",
  "settings",
  "marketplace",
  "alert-settings",
];
const long = (state: ScreenState): SheetState => ({ ...state, isLong: LONG.includes(state.name) });

const opened = (page: Page) => page.locator("dialog[open], [popover]:popover-open").first().waitFor(WAIT);
const pressNamed = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name }).filter({ visible: true }).first().click(WAIT);
  await opened(page);
};

/** Long enough that the time to the next try reads the same in every picture. */
const NEXT_TRY_S = 3600;
/** Without what a state before has acted on: the same step again would take it back. */
const LIST = "/?tab=insights&status=none";
const REVIEW = `${LIST}&review=1`;

/** Takes a step on the first insight of the list or of review mode. */
const act = async (page: Page) => {
  const favorite = "[data-action=favorite][aria-pressed=false]:enabled";
  await page
    .locator(`dialog[open] ${favorite}, body:not(:has(dialog[open])) ${favorite}`)
    .first()
    .click(WAIT);
};
/** Saves one more action, which the server answers with an error, as everything that is still unsent. */
const failToSave = async (page: Page) => {
  const headers = { "retry-after": String(NEXT_TRY_S) };
  await page.route(/\/api\/updates/, (route) => route.fulfill({ status: 500, headers, json: {} }));
  await act(page);
  await page
    .getByRole("button", { name: /^Save( \d+)?$/ })
    .filter({ visible: true })
    .first()
    .click(WAIT);
  await failed(page);
};
const failed = (page: Page) =>
  page
    .getByText(/again in/)
    .filter({ visible: true })
    .first()
    .waitFor(WAIT);
const withUnsaved = async (page: Page) => {
  await failToSave(page);
  await act(page);
  // Of the list and of review mode; a narrow one hides these words.
  await page
    .locator("header")
    .filter({ hasText: /to save/ })
    .first()
    .waitFor({ ...WAIT, state: "attached" });
};

/** A save that fails. They come last, and those with unsaved work after the others: it stays on the device. */
const FAILING_SAVES: readonly SheetState[] = [
  { name: "insights-save-fails", path: LIST, reach: failToSave },
  { name: "review-save-fails", path: REVIEW, reach: failToSave },
  {
    name: "sync-panel-save-fails",
    path: LIST,
    reach: async (page) => {
      await failToSave(page);
      await chipOf(page).click(WAIT);
      await page
        .getByRole("dialog")
        .getByText(/trying again in/)
        .first()
        .waitFor(WAIT);
    },
  },
  { name: "insights-save-fails-unsaved", path: LIST, reach: withUnsaved },
  { name: "review-save-fails-unsaved", path: REVIEW, reach: withUnsaved },
];

/** Parts of screens that have tabs, and what is opened over the lists. */
const SHEET_ONLY: readonly SheetState[] = [
  {
    name: "insights-rows",
    path: "/?tab=insights",
    // The choice of the grid, the last state before these, is stored.
    reach: (page) => tool("Photos as a grid")(page),
  },
  { name: "account-billing", path: "/?tab=account&part=billing", isLong: true },
  { name: "account-security", path: "/?tab=account&part=security", isLong: true },
  { name: "settings-features", path: "/?tab=settings&part=features", isLong: true },
  { name: "admin-devices", path: "/?tab=admin&part=devices" },
  { name: "admin-algs", path: "/?tab=admin&part=algs" },
  { name: "admin-releases", path: "/?tab=admin&part=releases" },
  { name: "internal-clear", path: "/?tab=internal&part=clear" },
  { name: "internal-people", path: "/?tab=internal&part=people" },
  {
    name: "insights-filtered",
    path: "/?tab=insights&class=Agouti&status=none&confidence=35",
  },
  {
    name: "drawer",
    path: "/?tab=alerts",
    reach: async (page) => {
      const more = page.getByRole("button", { name: "More", exact: true }).filter({ visible: true });
      if ((await more.count()) > 0) await more.click(WAIT);
    },
  },
  { name: "map-device", path: "/?tab=map&device=SN-1001" },
  { name: "alerts-resolved", path: "/?tab=alerts&resolved=1" },
  { name: "group", path: "/?tab=groups&group=1", reach: opened },
  { name: "devices-filters", path: "/?tab=devices", reach: pressNamed(/^(Filters|\d+ filters?)/) },
  { name: "dashboard-filters", path: "/?tab=dashboard", reach: pressNamed(/^(Filters|\d+ filters?|Class)/) },
  { name: "dashboard-customize", path: "/?tab=dashboard", reach: pressNamed(/^Customize/) },
  { name: "save-for-offline", path: "/?tab=insights", reach: (page) => tool("Save for offline")(page) },
];

export const PUBLIC_SHEET: readonly SheetState[] = PUBLIC_STATES.map(long);
export const PRIVATE_SHEET: readonly SheetState[] = [
  ...[...PRIVATE_STATES, ...INNER_STATES].map(long),
  ...SHEET_ONLY,
  ...FAILING_SAVES,
];
