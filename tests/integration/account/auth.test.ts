import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATABASE_KINDS } from "../../support/server/databases.ts";
import { makeTestApp, TEST_PASSWORD, type TestApp } from "../../support/server/test-app.ts";
import { signupBody } from "../../support/signup.ts";

const WRONG = {
  code: "wrong_credentials",
  errors: { general: "The email or the password is not correct." },
};
const LINK = /^http:\/\/127\.0\.0\.1:8080\/resetpassword#code=([\w-]{43})$/m;

describe.each(DATABASE_KINDS)("signing in, up and out, over $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  it("answers a login with a bare token that opens GET /api/user [AUTH-34, AUTH-39]", async () => {
    const user = await test.addUser("login");
    const login = await test.call("POST", "/api/login", {
      body: { email: user.email, password: TEST_PASSWORD },
    });
    expect(login.statusCode).toBe(200);
    expect(Object.keys(login.json())).toEqual(["token"]);
    const { token } = login.json();
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await test.call("GET", "/api/user", { as: token });
    expect(answer.json()).toEqual({
      userCredentials: {
        userIdSql: user.userId,
        firstName: "login",
        lastName: "Test",
        phoneNumber: "7000000000",
        country: "Kenya",
        username: "login",
        email: "login@example.org",
        imageUrl: null,
        deletionAt: null,
        role: "member",
      },
    });
  });

  it("takes the e-mail in any letter case and with spaces around it", async () => {
    await test.addUser("cases");
    const body = { email: " CASES@Example.org ", password: TEST_PASSWORD };
    expect((await test.call("POST", "/api/login", { body })).statusCode).toBe(200);
  });

  it("names the missing fields of a login, and never which of the two was wrong [AUTH-35]", async () => {
    const { email } = await test.addUser("faults");
    const empty = await test.call("POST", "/api/login", { body: {} });
    expect(empty.statusCode).toBe(400);
    expect(empty.json()).toEqual({
      code: "invalid",
      errors: {
        email: "Please fill in this field.",
        password: "Please fill in this field.",
        general: "Please check the marked fields.",
      },
    });
    const blank = await test.call("POST", "/api/login", { body: { email, password: "" } });
    expect(blank.json().errors).toMatchObject({ password: "Please fill in this field." });
    for (const body of [
      { email, password: "Wrong-Password-1" },
      { email: "nobody@example.org", password: TEST_PASSWORD },
    ]) {
      const wrong = await test.call("POST", "/api/login", { body });
      expect(wrong.statusCode).toBe(401);
      expect(wrong.json()).toEqual(WRONG);
    }
  });

  it("makes an account and answers its token [AUTH-36]", async () => {
    const answer = await test.call("POST", "/api/signup", { body: signupBody("wangari") });
    expect(answer.statusCode).toBe(200);
    const user = await test.call("GET", "/api/user", { as: answer.json().token });
    expect(user.json().userCredentials).toMatchObject({
      firstName: "Wangari",
      lastName: "Maathai",
      phoneNumber: "7012345678",
      country: "Kenya",
      username: "wangari",
      email: "wangari@example.org",
    });
  });

  it("names every wrong field of a sign-up at once [AUTH-36]", async () => {
    const body = signupBody("", {
      firstName: " ",
      email: "no e-mail",
      password: "short",
      confirmPassword: "",
    });
    const answer = await test.call("POST", "/api/signup", { body });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({
      code: "invalid",
      errors: {
        firstName: "Please fill in this field.",
        username: "Please fill in this field.",
        email: "Not a valid email.",
        password: expect.stringContaining("at least 9 characters"),
        confirmPassword: "The passwords do not match.",
        general: "Please check the marked fields.",
      },
    });
    const missing = await test.call("POST", "/api/signup", { body: {} });
    expect(Object.keys(missing.json().errors).sort()).toEqual(
      [...Object.keys(signupBody("x")), "general"].sort(),
    );
  });

  it("refuses an e-mail or a username that is taken, in any letter case", async () => {
    await test.addUser("taken");
    const email = await test.call("POST", "/api/signup", {
      body: signupBody("free", { email: "Taken@example.ORG" }),
    });
    expect(email.json().errors).toEqual({
      email: "An account with this email exists already.",
      general: "Please check the marked fields.",
    });
    const username = await test.call("POST", "/api/signup", {
      body: signupBody("free", { username: "TAKEN" }),
    });
    expect(Object.keys(username.json().errors)).toEqual(["username", "general"]);
  });

  it("lets one of two win who sign up at once with the same e-mail", async () => {
    const answers = await Promise.all(
      ["one", "two"].map((username) =>
        test.call("POST", "/api/signup", { body: signupBody("same", { username }) }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
    const refused = answers.find(({ statusCode }) => statusCode === 400);
    expect(refused?.json().errors.email).toBe("An account with this email exists already.");
  });

  it("refuses a common password, however it is dressed up", async () => {
    const body = signupBody("common", { password: "P@ssw0rd2024!", confirmPassword: "P@ssw0rd2024!" });
    const answer = await test.call("POST", "/api/signup", { body });
    expect(Object.keys(answer.json().errors)).toEqual(["password", "general"]);
  });

  it("stores neither a password nor a token, only their hashes", async () => {
    await test.call("POST", "/api/signup", { body: signupBody("hashed") });
    const { password_hash } = await test.db.reader
      .selectFrom("users")
      .select("password_hash")
      .where("username", "=", "hashed")
      .executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const login = await test.call("POST", "/api/login", {
      body: { email: "hashed@example.org", password: TEST_PASSWORD },
    });
    const hashes = await test.db.reader.selectFrom("sessions").select("token_hash").execute();
    expect(hashes.map(({ token_hash }) => token_hash)).not.toContain(login.json().token);
    expect(hashes.every(({ token_hash }) => /^[0-9a-f]{64}$/.test(token_hash))).toBe(true);
  });

  it("ends the session on logout, and only this one", async () => {
    const user = await test.addUser("leaving");
    const phone = await test.signInAgain(user);
    const answer = await test.call("POST", "/api/logout", { as: user });
    expect(answer.json()).toEqual({ message: "ok" });
    expect((await test.call("GET", "/api/user", { as: user })).statusCode).toBe(401);
    expect((await test.call("GET", "/api/user", { as: phone })).statusCode).toBe(200);
  });

  it("lists the signed-in devices, last seen first, and signs any of them out", async () => {
    const desk = await test.addUser("devices");
    test.clock.advance(60_000);
    const phone = await test.signInAgain(desk, "Mozilla/5.0 (Android)");
    const other = await test.addUser("not-devices");
    const list = await test.call("GET", "/api/sessions", { as: desk });
    const [first, second] = list.json().message;
    expect(list.json().message).toHaveLength(2);
    expect(first).toMatchObject({ userAgent: "Mozilla/5.0 (Android)", current: false });
    expect(second).toMatchObject({ userAgent: "test", current: true });
    expect(first.lastSeenAt > second.lastSeenAt).toBe(true);

    expect((await test.call("DELETE", `/api/sessions/${first.id}`, { as: other })).statusCode).toBe(404);
    expect((await test.call("DELETE", `/api/sessions/${first.id}`, { as: desk })).json()).toEqual({
      message: "ok",
    });
    expect((await test.call("GET", "/api/user", { as: phone })).statusCode).toBe(401);
    expect((await test.call("DELETE", `/api/sessions/${first.id}`, { as: desk })).statusCode).toBe(404);
    expect((await test.call("DELETE", "/api/sessions/none", { as: desk })).statusCode).toBe(404);
    expect((await test.call("DELETE", `/api/sessions/${second.id}`, { as: desk })).statusCode).toBe(200);
    expect((await test.call("GET", "/api/user", { as: desk })).statusCode).toBe(401);
  });

  it("keeps a session that is used and ends one that is not", async () => {
    const used = await test.addUser("used");
    const unused = await test.addUser("unused");
    const dayMs = 86_400_000;
    for (let day = 0; day < 4; day += 1) {
      test.clock.advance(30 * dayMs);
      expect((await test.call("GET", "/api/user", { as: used })).statusCode).toBe(200);
    }
    const late = await test.call("GET", "/api/user", { as: unused });
    expect(late.statusCode).toBe(401);
    expect(late.json()).toEqual({ code: "signed_out", errors: { general: "Please sign in." } });
  });
});

describe("a database that cannot be written to", () => {
  it("still lets signed-in people read, and says why they cannot write", async () => {
    const test = await makeTestApp();
    const user = await test.addUser("reader");
    const full = Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
    test.db.write = () => Promise.reject(full);
    test.clock.advance(3_600_000);
    expect((await test.call("GET", "/api/user", { as: user })).statusCode).toBe(200);
    const refused = await test.call("PUT", "/api/features/1", { as: user, body: { enabled: true } });
    expect(refused.statusCode).toBe(503);
    expect(refused.json().code).toBe("storage_full");
    await test.close();
  });
});

describe.each(DATABASE_KINDS)("resetting a password, over $name", (kind) => {
  let test: TestApp;
  beforeAll(async () => {
    test = await makeTestApp({ kind });
  });
  afterAll(() => test.close());

  async function mailedCode(email: string): Promise<string> {
    await test.call("POST", "/api/resetPassword", { body: { email } });
    const mail = await test.mailBox.next();
    expect(mail.to).toBe(email);
    return LINK.exec(mail.text)?.[1] ?? "";
  }

  it("mails a link, whose code sets a new password and answers a token [AUTH-37]", async () => {
    const user = await test.addUser("reset");
    const phone = await test.signInAgain(user);
    const asked = await test.call("POST", "/api/resetPassword", {
      body: { email: user.email, password: "Ignored-Without-Code-1" },
      headers: { host: "evil.example.com" },
    });
    expect(asked.statusCode).toBe(200);
    expect(asked.json()).toEqual({ message: "Password reset email send!" });
    const code = LINK.exec((await test.mailBox.next()).text)?.[1];
    expect((await test.call("GET", "/api/user", { as: user })).statusCode).toBe(200);

    const password = "Lichen-on-Bark-9";
    const body = { email: user.email, password, code };
    const done = await test.call("POST", "/api/resetPassword", { body });
    expect(done.statusCode).toBe(200);
    expect(Object.keys(done.json())).toEqual(["token"]);
    expect((await test.call("GET", "/api/user", { as: done.json().token })).statusCode).toBe(200);
    for (const ended of [user, phone]) {
      expect((await test.call("GET", "/api/user", { as: ended })).statusCode).toBe(401);
    }
    const login = (with_: string) =>
      test.call("POST", "/api/login", { body: { email: user.email, password: with_ } });
    expect((await login(TEST_PASSWORD)).statusCode).toBe(401);
    expect((await login(password)).statusCode).toBe(200);
  });

  it("answers the same whether or not the account exists, and mails nothing to a stranger [AUTH-37]", async () => {
    const { email } = await test.addUser("exists");
    const stranger = await test.call("POST", "/api/resetPassword", { body: { email: "none@example.org" } });
    const known = await test.call("POST", "/api/resetPassword", { body: { email } });
    expect(stranger.body).toBe(known.body);
    expect(stranger.statusCode).toBe(known.statusCode);
    expect((await test.mailBox.next()).to).toBe(email);
    expect(test.mailBox.mails.map(({ to }) => to)).not.toContain("none@example.org");
  });

  it("takes a code once, for its own account, within thirty minutes", async () => {
    const user = await test.addUser("once");
    const other = await test.addUser("notonce");
    const password = "Lichen-on-Bark-9";
    const set = (email: string, code: string) =>
      test.call("POST", "/api/resetPassword", { body: { email, password, code } });
    const late = await mailedCode(user.email);
    test.clock.advance(30 * 60_000);
    const refusals = [await set(user.email, late), await set(user.email, "x".repeat(43))];
    const code = await mailedCode(user.email);
    refusals.push(await set(other.email, code), await set("none@example.org", code));
    expect((await set(user.email, code)).statusCode).toBe(200);
    refusals.push(await set(user.email, code));
    for (const refusal of refusals) {
      expect(refusal.statusCode).toBe(400);
      expect(refusal.json()).toEqual({
        code: "invalid",
        errors: { general: "This link is not valid any more. Please ask for a new one." },
      });
    }
  });

  it("refuses a weak password without using the code up", async () => {
    const user = await test.addUser("weak");
    const code = await mailedCode(user.email);
    const body = { email: user.email, code };
    for (const password of [undefined, "", "weak", "Password-1"]) {
      const answer = await test.call("POST", "/api/resetPassword", { body: { ...body, password } });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors)).toContain("password");
    }
    const good = await test.call("POST", "/api/resetPassword", {
      body: { ...body, password: "Lichen-on-Bark-9" },
    });
    expect(good.statusCode).toBe(200);
  });

  it("ends the other links when one was used", async () => {
    const user = await test.addUser("links");
    const [first, second] = [await mailedCode(user.email), await mailedCode(user.email)];
    const set = (code: string) =>
      test.call("POST", "/api/resetPassword", {
        body: { email: user.email, password: "Lichen-on-Bark-9", code },
      });
    expect((await set(second)).statusCode).toBe(200);
    expect((await set(first)).statusCode).toBe(400);
  });

  it("names an e-mail that is empty or malformed", async () => {
    for (const body of [{}, { email: "" }, { email: "nobody" }, { email: "a@b@example.org" }]) {
      const answer = await test.call("POST", "/api/resetPassword", { body });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().errors)).toContain("email");
    }
  });
});
