import { describe, expect, it } from "vitest";
import {
  canSignIn,
  canSignUp,
  EMPTY_SIGN_UP,
  resetCodeOf,
  SIGN_UP_FIELDS,
  signUpCodeOf,
} from "../../../src/features/account-entry/entry-rules.ts";

const filled = Object.fromEntries(
  Object.keys(EMPTY_SIGN_UP).map((name) => [name, "x"]),
) as typeof EMPTY_SIGN_UP;

describe("when the buttons of sign-in and sign-up take a press", () => {
  it("needs both e-mail and password", () => {
    expect(canSignIn("", "")).toBe(false);
    expect(canSignIn("a@b.org", "")).toBe(false);
    expect(canSignIn("", "secret")).toBe(false);
    expect(canSignIn("  ", "secret")).toBe(false);
    expect(canSignIn("a@b.org", "secret")).toBe(true);
  });

  it("needs each field of sign-up but the repeated password", () => {
    expect(canSignUp(filled)).toBe(true);
    for (const { name } of SIGN_UP_FIELDS) {
      expect(canSignUp({ ...filled, [name]: "" }), name).toBe(name === "confirmPassword");
    }
    expect(canSignUp({ ...filled, username: "   " })).toBe(false);
  });
});

describe("the code of a mailed link", () => {
  it("is read from the fragment alone", () => {
    expect(resetCodeOf("#code=a-b_c1")).toBe("a-b_c1");
    expect(resetCodeOf("#")).toBeNull();
    expect(resetCodeOf("")).toBeNull();
    expect(resetCodeOf("#other=1")).toBeNull();
  });
});

describe("the code of a link to sign up", () => {
  it("is read from the fragment alone, and is empty elsewhere", () => {
    expect(signUpCodeOf("#invite=a-b_c1", "invite")).toBe("a-b_c1");
    expect(signUpCodeOf("#invite=%20a%20", "invite")).toBe("a");
    expect(signUpCodeOf("#setup=ABCD-2345", "setup")).toBe("ABCD-2345");
    expect(signUpCodeOf("#code=1", "invite")).toBe("");
    expect(signUpCodeOf("", "setup")).toBe("");
  });
});
