// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SignupPage } from "../../../../src/features/account-entry/signup-page.tsx";
import { ACCOUNT } from "../../../../src/messages/shell/account.ts";
import type { PublicConfig } from "../../../../src/protocol/shapes.ts";
import type { SignUpFields } from "../../../../src/state/session-store.ts";
import { createFakeSession } from "../../../support/client/fake-session.ts";

const words = ACCOUNT.signup;

async function signUp(mode: PublicConfig["signup"]): Promise<SignUpFields | undefined> {
  const session = createFakeSession();
  const sent: SignUpFields[] = [];
  session.setState({
    signup: async (fields: SignUpFields) => {
      sent.push(fields);
      return null;
    },
  });
  render(<SignupPage session={session} mode={mode} />);
  for (const input of document.querySelectorAll<HTMLInputElement>("input:not([name=invite])")) {
    const value = input.type === "password" ? "Fern-and-Moss-7" : input.type === "email" ? "a@b.org" : "7";
    fireEvent.change(input, { target: { value } });
  }
  fireEvent.click(screen.getByRole("button", { name: words.submit }));
  await Promise.resolve();
  return sent[0];
}

describe("the sign-up behind the link of an invitation", () => {
  afterEach(() => {
    cleanup();
    location.hash = "";
  });

  it("holds its code already and sends it along", async () => {
    location.hash = "#invite=abc_DEF-123";
    expect(await signUp("invite")).toMatchObject({ invite: "abc_DEF-123", email: "a@b.org" });
    expect(screen.getByLabelText<HTMLInputElement>(words.invite).value).toBe("abc_DEF-123");
  });

  it("sends no code where everybody may sign up, and begins empty without a link", async () => {
    location.hash = "#invite=abc";
    expect(await signUp("open")).not.toHaveProperty("invite");
    cleanup();
    location.hash = "";
    render(<SignupPage session={createFakeSession()} mode="invite" />);
    expect(screen.getByLabelText<HTMLInputElement>(words.invite).value).toBe("");
  });
});
