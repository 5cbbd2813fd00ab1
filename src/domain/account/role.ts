export const ROLES = ["staff", "member", "restricted"] as const;
export type Role = (typeof ROLES)[number];

/** The tabs of the shell, in the order of the navigation. The pathname stays "/"; the tab is in the query. */
export const TABS = [
  "dashboard",
  "devices",
  "updates",
  "groups",
  "models",
  "insights",
  "alerts",
  "map",
  "admin",
  "account",
  "settings",
  "internal",
  "marketplace",
] as const;
export type Tab = (typeof TABS)[number];
export const INITIAL_TAB: Tab = "dashboard";

const RESTRICTED_TABS: readonly Tab[] = ["dashboard", "insights", "map"];

/**
 * The role of a user: by the two ids of the configuration, else as stored; an unknown role is "restricted", the
 * least.
 */
export function roleOf(
  userId: number,
  stored: string | null,
  special: { staffUserId: number | null; restrictedUserId: number | null },
): Role {
  if (userId === special.restrictedUserId) return "restricted";
  if (userId === special.staffUserId) return "staff";
  return stored === "staff" || stored === "member" ? stored : "restricted";
}

export function isTab(value: string): value is Tab {
  return (TABS as readonly string[]).includes(value);
}

/** Whether a role sees a tab; the server enforces the same by route. */
export function maySeeTab(role: Role, tab: Tab): boolean {
  if (role === "restricted") return RESTRICTED_TABS.includes(tab);
  return tab !== "internal" || role === "staff";
}

export function maySaveBulkActions(role: Role): boolean {
  return role !== "restricted";
}
