// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SCREENS } from "../../../../src/app/navigation/screens.ts";
import { TabScreen } from "../../../../src/app/navigation/tab-screen.tsx";
import { type Role, TABS } from "../../../../src/domain/account/role.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const STAFF: Role = "staff";
const SENTENCE = "Page is under construction! Please check back later, cheers";

afterEach(cleanup);

describe("the screen of a tab", () => {
  it.each(TABS)(
    "is the placeholder page under the title of the tab, as long as it has none: %s [SHELL-33]",
    (tab) => {
      const { [tab]: _left, ...others } = SCREENS;
      renderScreen(
        <TabScreen address={{ kind: "tab", tab }} role={STAFF} screens={others} />,
        {},
        { address: "/" },
      );
      expect(screen.getByText(SENTENCE)).toBeTruthy();
      expect(screen.getByRole("heading", { level: 1 }).textContent).not.toBe("");
    },
  );

  it("is not the placeholder where the tab does not exist", () => {
    renderScreen(
      <TabScreen address={{ kind: "unknown", name: "nonsense" }} role={STAFF} screens={{}} />,
      {},
      { address: "/?tab=nonsense" },
    );
    expect(screen.queryByText(SENTENCE)).toBeNull();
  });
});
