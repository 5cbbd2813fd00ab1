// @vitest-environment jsdom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SupportDialog } from "../../../../src/features/support/support-dialog.tsx";
import { SUPPORT } from "../../../../src/messages/shell/dialogs.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

const open = (address: string | null | undefined) =>
  renderScreen(
    <SupportDialog open onClose={() => {}} address={address} documentationUrl="/documentation" />,
    {},
    { address: "/" },
  );

describe("the support dialog (promise B3)", () => {
  it("names the operator's address, and leads to the documentation", () => {
    open("help@example.org");
    expect(screen.getByRole("link", { name: SUPPORT.mail }).getAttribute("href")).toBe(
      "mailto:help@example.org",
    );
    const documentation = screen.getByRole("link", { name: /^Documentation/ });
    expect(documentation.getAttribute("href")).toBe("/documentation");
  });

  it.each([
    ["the server names none", null, SUPPORT.unset],
    ["this device does not know it yet", undefined, SUPPORT.unknown],
    ["the stored one is blank", "", SUPPORT.unset],
  ])("shows no empty address where %s, and says what to do", (_why, address, words) => {
    open(address);
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.queryByRole("link", { name: SUPPORT.mail })).toBeNull();
    expect(screen.getByRole("link", { name: /^Documentation/ })).toBeTruthy();
  });
});
