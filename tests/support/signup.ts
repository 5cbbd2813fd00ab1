/** The code that the first account of a test server needs. */
export const TEST_SETUP_CODE = "FERN-MOSS-TEST-7777";

const PASSWORD = "Fern-and-Moss-7";

/** The body of a sign-up whose username, and name before the @, is `name`. */
export function signupBody(name: string, changes: Record<string, unknown> = {}) {
  return {
    firstName: "Wangari",
    lastName: "Maathai",
    phoneNumber: "7012345678",
    country: "Kenya",
    username: name,
    email: `${name}@example.org`,
    password: PASSWORD,
    confirmPassword: PASSWORD,
    ...changes,
  };
}
