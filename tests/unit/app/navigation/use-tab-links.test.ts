// @vitest-environment jsdom
import { renderHook } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { useTabLinks } from "../../../../src/app/navigation/use-tab-links.ts";
import type { Tab } from "../../../../src/domain/account/role.ts";

/** A person who goes through these screens, one after another. @returns where the links lead then */
function afterVisits(...visits: [tab: Tab | null, search: string][]): (tab: Tab) => string {
  const [first = [null, ""], ...others] = visits;
  const { result, rerender } = renderHook(([tab, search]) => useTabLinks(tab, search), {
    initialProps: first as [Tab | null, string],
  });
  for (const visit of others) rerender(visit);
  return result.current;
}

describe("the links of the navigation", () => {
  it("lead to a tab as it was left, with its filter, order and place", () => {
    const hrefOf = afterVisits(
      ["insights", "tab=insights&status=none&sort=class&view=scroll&at=61"],
      ["dashboard", "days=7d"],
      ["map", "tab=map&class=Agouti"],
    );
    expect(hrefOf("insights")).toBe("/?tab=insights&status=none&sort=class&view=scroll&at=61");
    expect(hrefOf("dashboard")).toBe("/?days=7d");
    expect(hrefOf("devices")).toBe("/?tab=devices");
  });

  it("lead to the last of its addresses, without what was open over it", () => {
    const hrefOf = afterVisits(
      ["insights", "tab=insights&status=none"],
      ["insights", "tab=insights&q=heron&review=8&image=i8"],
      ["map", "tab=map&device=SN-1001&status=none"],
      ["settings", "tab=settings&part=features"],
    );
    expect(hrefOf("insights")).toBe("/?tab=insights&q=heron");
    expect(hrefOf("map")).toBe("/?tab=map&status=none");
  });

  it("lead to the beginning of the tab that is open, and of the alerts, whose new ones a filter could hide", () => {
    const hrefOf = afterVisits(
      ["alerts", "tab=alerts&resolved=1"],
      [null, "tab=nonsense"],
      ["insights", "tab=insights&status=none"],
    );
    expect(hrefOf("alerts")).toBe("/?tab=alerts");
    expect(hrefOf("insights")).toBe("/?tab=insights");
  });
});
