// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SIGN_UP_FIELDS } from "../../../../src/features/account-entry/entry-rules.ts";
import { SignupPage } from "../../../../src/features/account-entry/signup-page.tsx";
import { ACCOUNT } from "../../../../src/messages/shell/account.ts";
import type { PublicConfig } from "../../../../src/protocol/shapes.ts";
import type { FieldErrors, SignUpFields } from "../../../../src/state/session-store.ts";
import { createFakeSession } from "../../../support/client/fake-session.ts";

const words = ACCOUNT.signup;

function inputOf(name: string): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>(`input[name=${name}]`);
  if (input === null) throw new Error(`no field ${name}`);
  return input;
}

async function signUp(
  mode: PublicConfig["signup"],
  { needsSetupCode = false, answer = null as FieldErrors | null } = {},
): Promise<SignUpFields | undefined> {
  const session = createFakeSession();
  const sent: SignUpFields[] = [];
  session.setState({
    signup: async (fields: SignUpFields) => {
      sent.push(fields);
      return answer;
    },
  });
  render(<SignupPage session={session} mode={mode} needsSetupCode={needsSetupCode} />);
  for (const input of document.querySelectorAll<HTMLInputElement>(
    "input:not([name=invite], [name=setupCode])",
  )) {
    const value = input.type === "password" ? "Fern-and-Moss-7" : input.type === "email" ? "a@b.org" : "7";
    fireEvent.change(input, { target: { value } });
  }
  fireEvent.click(screen.getByRole("button", { name: words.submit }));
  await Promise.resolve();
  return sent[0];
}

describe("a sign-up that the server refuses", () => {
  afterEach(cleanup);

  it.each(SIGN_UP_FIELDS.map(({ name }) => name))(
    "shows the server's error for %s under that field and no other, and what is of none below the button (promise B2) [AUTH-18]",
    async (wrong) => {
      const session = createFakeSession();
      session.setState({ signup: async () => ({ [wrong]: "The server says no.", general: "Try later." }) });
      render(<SignupPage session={session} mode="open" />);
      for (const { name } of SIGN_UP_FIELDS) {
        fireEvent.change(inputOf(name), { target: { value: "7" } });
      }
      fireEvent.click(screen.getByText(words.submit));
      await screen.findByText("The server says no.");
      const wordsOf = (name: string) =>
        (inputOf(name).getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent ?? "")
          .join(" ");
      for (const { name } of SIGN_UP_FIELDS) {
        expect(wordsOf(name).includes("The server says no."), name).toBe(name === wrong);
        expect(inputOf(name).getAttribute("aria-invalid") === "true", name).toBe(name === wrong);
      }
      expect(screen.getByText("Try later.")).toBeTruthy();
    },
  );
});

describe("the first sign-up on a server", () => {
  afterEach(() => {
    cleanup();
    location.hash = "";
  });

  it("asks for the set-up code instead of an invitation, and holds that of the printed link (neighbour 7)", async () => {
    location.hash = "#setup=ABCD-2345-EFGH-6789";
    const sent = await signUp("invite", { needsSetupCode: true });
    expect(sent).toMatchObject({ setupCode: "ABCD-2345-EFGH-6789", email: "a@b.org" });
    expect(sent).not.toHaveProperty("invite");
    expect(screen.queryByLabelText(words.invite)).toBeNull();
  });

  it("asks once a server wants the code that did not say so before, and keeps all that was typed", async () => {
    const refuse = { setupCode: "It is needed.", general: "It is needed." };
    expect(await signUp("open", { answer: refuse })).not.toHaveProperty("setupCode");
    expect((await screen.findByLabelText<HTMLInputElement>(words.setupCode)).value).toBe("");
    expect(inputOf("email").value).toBe("a@b.org");
  });
});

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
