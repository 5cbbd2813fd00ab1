import { INITIAL_TAB, isTab, maySeeTab, type Role, type Tab } from "../../domain/account/role.ts";

/** The tab that the query of "/" names. One that the role may not see counts as unknown. */
export type TabAddress = { kind: "tab"; tab: Tab } | { kind: "unknown"; name: string };

export function readTab(search: string, role: Role): TabAddress {
  const name = new URLSearchParams(search).get("tab");
  if (name === null) return { kind: "tab", tab: INITIAL_TAB };
  return isTab(name) && maySeeTab(role, name) ? { kind: "tab", tab: name } : { kind: "unknown", name };
}

/**
 * The address of a tab; the initial one needs no query.
 *
 * @param search the other parts of its query string
 */
export function tabHref(tab: Tab, search?: URLSearchParams): string {
  const parts = [...(search ?? [])].filter(([name]) => name !== "tab");
  const query = new URLSearchParams(tab === INITIAL_TAB ? parts : [["tab", tab], ...parts]).toString();
  return query === "" ? "/" : `/?${query}`;
}
