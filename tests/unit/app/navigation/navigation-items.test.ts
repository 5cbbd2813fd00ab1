import { describe, expect, it } from "vitest";
import { bottomTabs, navigationParts } from "../../../../src/app/navigation/navigation-items.ts";
import { readTab } from "../../../../src/app/navigation/tab-address.ts";
import { ROLES } from "../../../../src/domain/account/role.ts";
import { documentTitle, NAVIGATION_LABELS, pageTitle } from "../../../../src/messages/shell/shell.ts";

describe("the links of the navigation", () => {
  it("are all there for staff, Settings after Account, the marketplace under its own heading", () => {
    expect(navigationParts("staff")).toEqual({
      work: ["dashboard", "devices", "updates", "groups", "models", "insights", "alerts", "map"],
      office: ["admin", "account", "settings", "internal"],
      starting: ["marketplace"],
    });
  });

  it("leave out Internal for members, and all but three screens for the restricted user", () => {
    expect(navigationParts("member").office).toEqual(["admin", "account", "settings"]);
    expect(navigationParts("restricted")).toEqual({
      work: ["dashboard", "insights", "map"],
      office: [],
      starting: [],
    });
  });

  it("hold Internal for staff only, whose address is unknown to all others [INT-01]", () => {
    const holders = ROLES.filter((role) =>
      [...Object.values(navigationParts(role)).flat(), ...bottomTabs(role)].includes("internal"),
    );
    expect(holders).toEqual(["staff"]);
    const openers = ROLES.filter((role) => readTab("?tab=internal", role).kind === "tab");
    expect(openers).toEqual(["staff"]);
  });

  it("put within a thumb's reach only what the role may see", () => {
    expect(bottomTabs("member")).toEqual(["dashboard", "insights", "map", "alerts"]);
    expect(bottomTabs("restricted")).toEqual(["dashboard", "insights", "map"]);
  });

  it("carry labels of their own, and two pages another title", () => {
    expect(NAVIGATION_LABELS.groups).toBe("Device Groups");
    expect(pageTitle("groups")).toBe("Groups");
    expect(pageTitle("insights")).toBe("Sentinel Insights");
    expect(pageTitle("alerts")).toBe("Alerts");
    expect(documentTitle("Alerts")).toBe("Alerts · Understory");
    expect(documentTitle(null)).toBe("Understory");
  });
});
