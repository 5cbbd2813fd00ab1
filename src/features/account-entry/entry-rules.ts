import type { SignUpFields } from "../../state/session-store.ts";

/** In the order of the form, with autocomplete hints. */
export const SIGN_UP_FIELDS = [
  { name: "firstName", autoComplete: "given-name" },
  { name: "lastName", autoComplete: "family-name" },
  { name: "username", autoComplete: "username" },
  { name: "phoneNumber", autoComplete: "tel" },
  { name: "email", autoComplete: "email" },
  { name: "country", autoComplete: "country-name" },
  { name: "password", autoComplete: "new-password" },
  { name: "confirmPassword", autoComplete: "new-password" },
] as const;
export type SignUpFieldName = (typeof SIGN_UP_FIELDS)[number]["name"];

export const EMPTY_SIGN_UP: Required<SignUpFields> = {
  firstName: "",
  lastName: "",
  username: "",
  phoneNumber: "",
  email: "",
  country: "",
  password: "",
  confirmPassword: "",
  invite: "",
  setupCode: "",
};

export function canSignIn(email: string, password: string): boolean {
  return email.trim() !== "" && password !== "";
}

/** Without the repeated password, which the server compares. */
export function canSignUp(fields: SignUpFields): boolean {
  return SIGN_UP_FIELDS.every(({ name }) => name === "confirmPassword" || fields[name].trim() !== "");
}

/** The code of a mailed link, `#code=…`; null where there is none. A fragment never reaches a server or its log. */
export function resetCodeOf(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, "")).get("code");
}

/** The code of an invitation's link, `#invite=…`, or of the one that a new server prints, `#setup=…`; empty where there is none. */
export function signUpCodeOf(hash: string, kind: "invite" | "setup"): string {
  return new URLSearchParams(hash.replace(/^#/, "")).get(kind)?.trim() ?? "";
}
