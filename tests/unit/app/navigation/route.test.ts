import { describe, expect, it } from "vitest";
import { ROUTES, redirectFor, routeOf } from "../../../../src/app/navigation/route.ts";
import { readTab, tabHref } from "../../../../src/app/navigation/tab-address.ts";
import { TABS } from "../../../../src/domain/account/role.ts";

describe("the addresses of the app", () => {
  it("are matched exactly and not by prefix, case or trailing slash [SHELL-02]", () => {
    expect(ROUTES).toEqual(["/", "/login", "/signup", "/resetpassword", "/demo", "/documentation"]);
    for (const route of ROUTES) expect(routeOf(route)).toBe(route);
    for (const near of ["/login/", "/LOGIN", "/login/x", "/loginx", "//", "/resetPassword", "/demo/1", ""])
      expect(routeOf(near)).toBeNull();
  });

  it("send to sign-in only from the shell, and signed-in people away from sign-in and sign-up", () => {
    expect(redirectFor("/", false)).toBe("/login");
    expect(redirectFor("/", true)).toBeNull();
    expect(redirectFor("/login", true)).toBe("/");
    expect(redirectFor("/signup", true)).toBe("/");
    for (const open of ["/login", "/signup", "/resetpassword", "/demo", null] as const)
      expect(redirectFor(open, false)).toBeNull();
    for (const open of ["/resetpassword", "/demo", null] as const) expect(redirectFor(open, true)).toBeNull();
  });
});

describe("the tab in the query", () => {
  it("opens the dashboard where none is named", () => {
    expect(readTab("", "member")).toEqual({ kind: "tab", tab: "dashboard" });
    expect(readTab("?device_name=Ridge", "restricted")).toEqual({ kind: "tab", tab: "dashboard" });
  });

  it("leads to each tab by the address that its link has, whatever filters stand beside it", () => {
    for (const tab of TABS) {
      const { search } = new URL(tabHref(tab), "http://app");
      expect(readTab(search, "staff")).toEqual({ kind: "tab", tab });
      expect(readTab(`?device_name=a&tab=${tab}`, "staff")).toEqual({ kind: "tab", tab });
    }
  });

  it("knows no tab that is unknown or hidden from the role", () => {
    expect(readTab("?tab=nonsense", "staff")).toEqual({ kind: "unknown", name: "nonsense" });
    expect(readTab("?tab=internal", "member")).toEqual({ kind: "unknown", name: "internal" });
    expect(readTab("?tab=marketplace", "restricted")).toEqual({ kind: "unknown", name: "marketplace" });
    expect(readTab("?tab=", "staff")).toEqual({ kind: "unknown", name: "" });
  });
});
