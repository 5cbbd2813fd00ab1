import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, signUpAccount, TEST_PASSWORD } from "../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../support/browser/stage.ts";

const FIELDS = {
  firstName: ["First name", "Wangari"],
  lastName: ["Last name", "Maathai"],
  username: ["Username", "wangari"],
  phoneNumber: ["Phone number", "7012345678"],
  email: ["Email", "wangari@example.org"],
  country: ["Country", "Kenya"],
  password: ["Password", TEST_PASSWORD],
  confirmPassword: ["Confirm password", TEST_PASSWORD],
} as const;

const skipped = skippedWithoutChromium("signing in, up and out");

describe.skipIf(skipped)("signing in, up and out in a browser", () => {
  const server = useServer();
  const contexts = useContexts(server);

  beforeAll(() => signUpAccount(server.process.url, "first"));

  const open = (path: string, options: Parameters<typeof contexts.open>[0] = {}) =>
    contexts.open({ ...options, path });
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const pathOf = (page: Page) => new URL(page.url()).pathname;
  const stored = (page: Page) =>
    page.evaluate(() => ({
      token: localStorage.getItem("authToken"),
      userId: localStorage.getItem("userId"),
    }));
  /** The description of a field for assistive technology, beyond its label. */
  const saidOf = (page: Page, label: string) =>
    field(page, label).evaluate((input) =>
      (input.getAttribute("aria-describedby") ?? "")
        .split(" ")
        .map((id) => document.getElementById(id)?.textContent ?? "")
        .join(" "),
    );

  it("shows sign-in at '/login' with two fields and its links, also to who comes to '/' without a token, the focus in the first (hand 15) [AUTH-01, AUTH-04, AUTH-06, AUTH-07, AUTH-08]", async () => {
    const page = await open("/");
    await page.waitForURL("**/login");
    await expect.poll(() => page.title()).toBe("Sign in · Understory");
    await field(page, "Email").waitFor();
    // A person can type at once.
    expect(await field(page, "Email").evaluate((input) => input === document.activeElement)).toBe(true);
    expect(
      await page.locator("input").evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name"))),
    ).toEqual(["email", "password"]);
    await page.getByRole("link", { name: "Create a new account" }).click();
    expect(pathOf(page)).toBe("/signup");
    await page.goBack();
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    expect(pathOf(page)).toBe("/resetpassword");
  });

  it("keeps 'Sign In' disabled until both fields are filled, and the password hidden until asked [AUTH-09]", async () => {
    const page = await open("/login");
    const button = page.getByRole("button", { name: "Sign In" });
    expect(await button.isDisabled()).toBe(true);
    await field(page, "Email").fill("first@example.org");
    expect(await button.isDisabled()).toBe(true);
    await field(page, "Password").fill("secret");
    expect(await button.isEnabled()).toBe(true);
    await field(page, "Email").fill("");
    expect(await button.isDisabled()).toBe(true);

    const password = field(page, "Password");
    expect(await password.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show password" }).click();
    expect(await password.getAttribute("type")).toBe("text");
  });

  it("shows the server's general sentence for a wrong password and stays [AUTH-34, AUTH-35]", async () => {
    const page = await open("/login");
    await field(page, "Email").fill("first@example.org");
    await field(page, "Password").fill("Wrong-Password-1!");
    const [request] = await Promise.all([
      page.waitForRequest("**/api/login"),
      page.getByRole("button", { name: "Sign In" }).click(),
    ]);
    expect(request.method()).toBe("POST");
    expect(request.postDataJSON()).toEqual({ email: "first@example.org", password: "Wrong-Password-1!" });
    await page.getByRole("alert").getByText("The email or the password is not correct.").waitFor();
    expect(pathOf(page)).toBe("/login");
    expect(await stored(page)).toEqual({ token: null, userId: null });
    // The focus stays at the button, for people who use keys.
    const focused = page.locator(":focus");
    await expect.poll(() => focused.textContent()).toBe("Sign In");
  });

  it("shows field errors under their fields and the general error besides [AUTH-10, AUTH-11]", async () => {
    const page = await open("/login");
    // The real server answers a filled form with a general error alone; the contract allows fields too.
    const errors = {
      email: "Not a valid email.",
      password: "Too short.",
      general: "Please check the marked fields.",
    };
    await page.route("**/api/login", (route) =>
      route.fulfill({ status: 400, json: { code: "invalid", errors } }),
    );
    await field(page, "Email").fill("x");
    await field(page, "Password").fill("y");
    await page.getByRole("button", { name: "Sign In" }).click();
    await page.getByText("Please check the marked fields.").waitFor();
    expect(await saidOf(page, "Email")).toBe("Not a valid email.");
    expect(await saidOf(page, "Password")).toBe("Too short.");
    expect(await field(page, "Email").evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it("stores the token with its scheme, loads the user, and only then opens the shell [AUTH-05, AUTH-26, AUTH-27, AUTH-28, AUTH-39]", async () => {
    const page = await open("/login");
    const calls: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (["/api/login", "/api/user"].includes(pathname)) calls.push(`${request.method()} ${pathname}`);
    });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/user", async (route) => {
      await held;
      await route.continue();
    });
    await field(page, "Email").fill("first@example.org");
    await field(page, "Password").fill(TEST_PASSWORD);
    const userCall = page.waitForRequest("**/api/user");
    await page.getByRole("button", { name: "Sign In" }).click();
    const request = await userCall;
    const { token } = await stored(page);
    expect(token).toMatch(/^Bearer [\w-]{43}$/);
    expect(request.headers().authorization).toBe(token);
    expect((await stored(page)).userId).toBeNull();
    expect(pathOf(page)).toBe("/login");
    release();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect(pathOf(page)).toBe("/");
    expect((await stored(page)).userId).toMatch(/^\d+$/);
    // The device is known from now on by a cookie that opens nothing: neither scripts nor other calls have it.
    const kept = await page.context().cookies(new URL("/api/login", page.url()).href);
    expect(kept).toMatchObject([{ name: "understory_devices", httpOnly: true, sameSite: "Strict" }]);
    expect(await page.evaluate(() => document.cookie)).toBe("");
    expect(await request.allHeaders()).not.toHaveProperty("cookie");
    expect(calls).toEqual(["POST /api/login", "GET /api/user"]);
    await page.goto("/login");
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect(pathOf(page), "signed-in people have no business at /login").toBe("/");
  });

  it("returns to the tab that a link asked for before sign-in came in between", async () => {
    const page = await open("/?tab=alerts");
    await page.waitForURL("**/login");
    await signIn(page, { email: "first@example.org", password: TEST_PASSWORD });
    await page.getByRole("heading", { level: 1, name: "Alerts" }).waitFor();
    expect(new URL(page.url()).search).toBe("?tab=alerts");
  });

  it("signs up with eight fields, refuses per field, and opens the shell [AUTH-02, AUTH-12, AUTH-13, AUTH-14, AUTH-15, AUTH-16, AUTH-17, AUTH-36, AUTH-40]", async () => {
    const page = await open("/signup");
    const button = page.getByRole("button", { name: "Sign Up" });
    await button.waitFor();
    const names = await page
      .locator("form input")
      .evaluateAll((inputs) => inputs.map((input) => input.getAttribute("name")));
    expect(names).toEqual(Object.keys(FIELDS));
    expect(await saidOf(page, "Phone number")).toBe("10 digits starting with 7 to 9");
    const link = page.getByRole("link", { name: "Already have an account? Sign in" });
    expect(await link.getAttribute("href")).toBe("/login");

    // All but the repeated password: the button opens with the last of them, and an empty repetition keeps it so.
    for (const [name, [label, text]] of Object.entries(FIELDS)) {
      if (name === "confirmPassword") continue;
      expect(await button.isDisabled(), `before ${label}`).toBe(true);
      await field(page, label).fill(text);
    }
    expect(await button.isEnabled()).toBe(true);

    await field(page, "Username").fill("first");
    await field(page, "Password").fill("short");
    await field(page, "Confirm password").fill("different");
    await button.click();
    await page.locator("input[name=username][aria-invalid]").waitFor();
    for (const label of ["Username", "Password", "Confirm password"]) {
      expect(await saidOf(page, label), label).toMatch(/\.$|requirements/);
      expect(await field(page, label).getAttribute("aria-invalid")).toBe("true");
    }
    expect(await field(page, "Country").getAttribute("aria-invalid")).toBeNull();

    await field(page, "Username").fill("wangari");
    await field(page, "Password").fill(TEST_PASSWORD);
    await field(page, "Confirm password").fill(TEST_PASSWORD);
    const [request] = await Promise.all([page.waitForRequest("**/api/signup"), button.click()]);
    expect(request.postDataJSON()).toEqual(
      Object.fromEntries(Object.entries(FIELDS).map(([name, [, text]]) => [name, text])),
    );
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect(pathOf(page)).toBe("/");
    expect((await stored(page)).token).toMatch(/^Bearer /);
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByText("wangari@example.org").waitFor();
  });

  it("mails a link and says so, with the button closed while empty or busy [AUTH-03, AUTH-19, AUTH-20, AUTH-21, AUTH-22, AUTH-23]", async () => {
    const page = await open("/resetpassword");
    const button = page.getByRole("button", { name: "Reset Password" });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await field(page, "Email Address").fill("first@example.org");
    expect(await button.isEnabled()).toBe(true);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/api/resetPassword", async (route) => {
      await held;
      await route.continue();
    });
    await button.click();
    await expect.poll(() => button.isDisabled()).toBe(true);
    release();
    await page.getByText("Password reset email send!", { exact: true }).waitFor();
    expect(await button.isEnabled()).toBe(true);
  });

  it("shows what is wrong with a reset beside the field and below the button [AUTH-24, AUTH-25]", async () => {
    const page = await open("/resetpassword");
    await field(page, "Email Address").fill("no address");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.locator("input[name=email][aria-invalid]").waitFor();
    expect(await saidOf(page, "Email Address")).not.toBe("");
    const general = page.locator("form > [role=alert]");
    const [buttonBox, generalBox] = [
      await page.getByRole("button", { name: "Reset Password" }).boundingBox(),
      await general.boundingBox(),
    ];
    expect(generalBox?.y).toBeGreaterThan((buttonBox?.y ?? 0) + (buttonBox?.height ?? 0) - 1);
  });

  it("takes a new password by the mailed link, once, and stores the token of the answer [AUTH-37, AUTH-38]", async () => {
    const account = await signUpAccount(server.process.url, "forgetful");
    const asked = await open("/resetpassword");
    await field(asked, "Email Address").fill(account.email);
    await asked.getByRole("button", { name: "Reset Password" }).click();
    await asked.getByText("Password reset email send!").waitFor();
    const fragment = await mailedFragment(server.dataDir, account.email);

    const page = await open(`/resetpassword${fragment}`);
    await field(page, "Email Address").fill(account.email);
    await field(page, "New password").fill("weak");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.locator("input[name=password][aria-invalid]").waitFor();
    await field(page, "New password").fill("Another-Password-2!");
    await page.getByRole("button", { name: "Reset Password" }).click();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect(pathOf(page)).toBe("/");
    expect(new URL(page.url()).hash).toBe("");
    const { token } = await stored(page);
    expect(token).toMatch(/^Bearer /);
    expect(token).not.toBe(`Bearer ${account.token}`);

    const again = await open(`/resetpassword${fragment}`);
    await field(again, "Email Address").fill(account.email);
    await field(again, "New password").fill("Third-Password-3!");
    await again.getByRole("button", { name: "Reset Password" }).click();
    await again.locator("form > [role=alert]").waitFor();
    expect(await stored(again)).toEqual({ token: null, userId: null });
  });

  it("ends the session when the server refuses the user fetch, and only then [AUTH-29, AUTH-30, AUTH-31, AUTH-32, OFF-22]", async () => {
    const account = await signUpAccount(server.process.url, "revoked");
    const page = await open("/login");
    await signIn(page, account);
    const { token } = await stored(page);

    // The server stops answering, then answers HTML as a captive portal does: the session stays.
    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    await page.unroute("**/api/**");
    await page.route("**/api/**", (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<p>Pay</p>" }),
    );
    await page.reload();
    await page.getByRole("button", { name: "Account menu" }).waitFor();
    expect((await stored(page)).token).toBe(token);

    // Another device ends this one's session. Meanwhile this page hears nothing: were it told before it is opened anew,
    // it would have signed out already, and the page opened after it would know no reason.
    const home = page.url();
    await page.goto("about:blank");
    await page.unroute("**/api/**");
    const authorization = { authorization: token ?? "" };
    const sessions = (await (
      await fetch(`${server.process.url}/api/sessions`, { headers: authorization })
    ).json()) as {
      message: { id: string; current: boolean }[];
    };
    const current = sessions.message.find((session) => session.current);
    await fetch(`${server.process.url}/api/sessions/${current?.id}`, {
      method: "DELETE",
      headers: authorization,
    });
    await page.goto(home);
    await page.waitForURL("**/login");
    await page.getByText("You were signed out by the server").waitFor();
    expect(await stored(page)).toEqual({ token: null, userId: null });
    expect(await page.getByRole("button", { name: "Account menu" }).count()).toBe(0);
  });

  it("resets all client state on logout and deletes the mirror [AUTH-33, SHELL-15, OFF-21]", async () => {
    const account = await signUpAccount(server.process.url, "leaving");
    const page = await open("/login");
    await signIn(page, account);
    const { userId, token } = await stored(page);
    const databases = () =>
      page.evaluate(async () => (await indexedDB.databases()).map((database) => database.name ?? ""));
    await expect.poll(databases).toContain(`mirror-${userId}`);
    await page.evaluate(
      async (id) => (await caches.open(`thumbnails-${id}-2900`)).put("/kept", new Response("x")),
      userId,
    );

    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.waitForURL("**/login");
    expect(await stored(page)).toEqual({ token: null, userId: null });
    await expect.poll(databases).not.toContain(`mirror-${userId}`);
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("thumb"))))
      .toEqual([]);
    const answer = await fetch(`${server.process.url}/api/user`, { headers: { authorization: token ?? "" } });
    expect(answer.status, "the token is dead on the server too").toBe(401);
    await page.goto("/");
    await page.waitForURL("**/login");
  });

  it("keeps the fields of sign-up apart at every width", async () => {
    const page = await open("/signup");
    for (const width of [360, 519, 520, 740, 850, 900, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const first = await field(page, "First name").boundingBox();
      const last = await field(page, "Last name").boundingBox();
      const besides = (first?.x ?? 0) + (first?.width ?? 0) <= (last?.x ?? 0);
      const beneath = (first?.y ?? 0) + (first?.height ?? 0) <= (last?.y ?? 0);
      expect(besides || beneath, `at ${width} px`).toBe(true);
    }
  });
});

/** The fragment of the reset link in the newest mail to an address; without SMTP_URL mails lie in DATA_DIR/mail. */
async function mailedFragment(dataDir: string, address: string): Promise<string> {
  const folder = join(dataDir, "mail");
  const find = () =>
    readdirSync(folder)
      .sort()
      .map((name) =>
        readFileSync(join(folder, name), "utf8")
          .replace(/=\r?\n/g, "")
          .replaceAll("=3D", "="),
      )
      .filter((mail) => mail.includes(address))
      .map((mail) => /\/resetpassword(#code=[\w-]+)/.exec(mail)?.[1])
      .at(-1);
  await expect.poll(find).toBeTruthy();
  return find() ?? "";
}
