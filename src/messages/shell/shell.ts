import type { Role, Tab } from "../../domain/account/role.ts";

/** The words of the frame around every screen. Labels and the sentences marked so are literal in the specification. */
export const PRODUCT_NAME = "Understory";

export const NAVIGATION_LABELS: Record<Tab, string> = {
  dashboard: "Dashboard",
  devices: "My Devices",
  updates: "Device Updates",
  groups: "Device Groups",
  models: "My Models",
  insights: "Insights",
  alerts: "Alerts",
  map: "Map",
  admin: "Admin",
  account: "Account",
  settings: "Settings",
  internal: "Internal",
  marketplace: "Model Marketplace",
};

const OWN_TITLES: Partial<Record<Tab, string>> = {
  groups: "Groups",
  insights: "Sentinel Insights",
};

export function pageTitle(tab: Tab): string {
  return OWN_TITLES[tab] ?? NAVIGATION_LABELS[tab];
}

export const MODEL_DEMO_TITLE = "Model demo";

/** Titles of the pages of those who are not signed in. */
export const ENTRY_TITLES = {
  "/login": "Sign in",
  "/signup": "Create your account",
  "/resetpassword": "Reset your password",
} as const;

/** Title of the browser's tab. */
export function documentTitle(page: string | null): string {
  return page === null ? PRODUCT_NAME : `${page} · ${PRODUCT_NAME}`;
}

const ROLE_NAMES: Record<Role, string> = { staff: "Staff", member: "Member", restricted: "Restricted" };

export const SHELL = {
  skip: "Skip to content",
  navigation: "Main navigation",
  bottomNavigation: "Main screens",
  more: "More",
  openNavigation: "Open navigation",
  closeNavigation: "Close navigation",
  collapseNavigation: "Collapse navigation",
  expandNavigation: "Expand navigation",
  gettingStarted: "GETTING STARTED",
  documentation: "Documentation",
  opensNewPage: "opens in a new page",
  newAlerts: (count: number) => (count === 1 ? "1 new alert" : `${count} new alerts`),
  roleName: (role: Role) => ROLE_NAMES[role],

  accountMenu: "Account menu",
  myAccount: "My Account",
  logout: "Logout",
  theme: "Theme",
  themes: { system: "As the device", light: "Light", dark: "Dark", outdoor: "Outdoor, high contrast" },
  keyboard: "Keyboard",

  /** What stands alone where there is no room for the rest. */
  commandsShort: "Find",
  commandsRest: " a command",
  support: "Support",

  loading: "Loading",
  slowLoading: "If the page is taking too long to load, please refresh.",
  underConstruction: "Page is under construction! Please check back later, cheers",
  unknownTab: (name: string) => `There is no page called “${name}”`,
  unknownTabWords: "The link may be old, or your account may not open this page.",
  unknownPath: "There is nothing at this address",
  unknownPathWords: "The link may be old or mistyped.",
  home: "Go to the dashboard",
  brandHome: `${PRODUCT_NAME}: go to the dashboard`,

  brokenTitle: "This page stopped working",
  brokenWords:
    "Your unsaved and unsent actions are safe: they are stored on this device. Try again; if it happens once more, reload.",
  reload: "Reload",

  updateReady: "Update ready",
  updateNow: "Reload",
  updateWords: "A new version is here. Your list of unsaved actions stays.",
  otherTabUpdated: "Another tab has updated the app. Reload this one when you are done.",
  partMissing:
    "A part of this version is no longer on the server. Reload to get the new one; your actions stay.",
} as const;
