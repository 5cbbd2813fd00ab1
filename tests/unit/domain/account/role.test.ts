import { describe, expect, it } from "vitest";
import {
  INITIAL_TAB,
  isTab,
  maySaveBulkActions,
  maySeeTab,
  ROLES,
  roleOf,
  TABS,
} from "../../../../src/domain/account/role.ts";

const NOBODY = { staffUserId: null, restrictedUserId: null };

describe("roles", () => {
  it("follow from the numeric user id, where the configuration names it [ROLE-01]", () => {
    const special = { staffUserId: 7, restrictedUserId: 8 };
    expect(roleOf(7, "member", special)).toBe("staff");
    expect(roleOf(8, "staff", special)).toBe("restricted");
    expect(roleOf(9, "member", special)).toBe("member");
  });

  it("follow from what is stored otherwise, an unknown one being the least", () => {
    expect(roleOf(1, "staff", NOBODY)).toBe("staff");
    expect(roleOf(1, "member", NOBODY)).toBe("member");
    expect(roleOf(1, "restricted", NOBODY)).toBe("restricted");
    expect(roleOf(1, "root", NOBODY)).toBe("restricted");
    expect(roleOf(1, null, NOBODY)).toBe("restricted");
  });
});

describe("tabs", () => {
  const seenBy = (role: Parameters<typeof maySeeTab>[0]) => TABS.filter((tab) => maySeeTab(role, tab));

  it("are all shown to staff, Internal too [ROLE-02]", () => {
    expect(seenBy("staff")).toEqual([...TABS]);
    expect(seenBy("staff")).toContain("internal");
  });

  it("are Dashboard, Insights and Map for the restricted user [ROLE-03]", () => {
    expect(seenBy("restricted")).toEqual(["dashboard", "insights", "map"]);
  });

  it("are all but Internal for everyone else [ROLE-05]", () => {
    const named = [
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
    ];
    expect(seenBy("member")).toEqual(expect.arrayContaining(named));
    expect(seenBy("member")).toEqual(TABS.filter((tab) => tab !== "internal"));
  });

  it("begin with one that every role sees", () => {
    expect(ROLES.every((role) => maySeeTab(role, INITIAL_TAB))).toBe(true);
  });

  it("are known by name", () => {
    expect(TABS.every(isTab)).toBe(true);
    expect(isTab("kitchen")).toBe(false);
  });
});

describe("bulk actions", () => {
  it("may be saved by all but the restricted user [ROLE-04]", () => {
    expect(maySaveBulkActions("restricted")).toBe(false);
    expect(maySaveBulkActions("member")).toBe(true);
    expect(maySaveBulkActions("staff")).toBe(true);
  });
});
