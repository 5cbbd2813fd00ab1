import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { ASSIGN, ASSIGN_KINDS } from "../../src/messages/admin/assign.ts";
import { RELEASES } from "../../src/messages/admin/releases.ts";
import { ADD_DEVICE, DEVICES } from "../../src/messages/fleet/devices.ts";
import { INTERNAL } from "../../src/messages/internal/internal.ts";
import { ACCOUNT } from "../../src/messages/shell/account.ts";
import {
  DESK,
  expectAccessible,
  expectNoSidewaysScroll,
  PHONE,
  signIn,
  TEST_PASSWORD,
} from "../support/browser/app-page.ts";
import { startSignedIn, tokenOf } from "../support/browser/ranger-browser.ts";
import { forgetStored, skippedWithoutChromium, usePage, useServer } from "../support/browser/stage.ts";
import { runCommand } from "../support/server/run-command.ts";
import { WAIT } from "../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the day of an operator");
const NEW_PASSWORD = "Lichen-on-Bark-9";
const MODEL = "Savanna v1";
const RELEASE = "Savanna 1.0";
const { people } = INTERNAL;

// The chapter "A day of an operator" of docs/operators.md: each test goes on where the one before it ended.
describe.skipIf(skipped)("the day of an operator, on a server without any data", () => {
  const server = useServer({ env: { SIGNUP: "invite", SETUP_CODE: "" }, afterEach: "stay" });
  const operator = usePage(server, { as: null, size: DESK, installed: false });
  const operatorsPhone = usePage(server, { as: null, size: PHONE, installed: false });
  const colleague = usePage(server, { as: null, size: PHONE, installed: false });
  beforeAll(() => {
    for (const { page } of [operator, operatorsPhone, colleague]) page.setDefaultTimeout(WAIT.timeout);
  });

  const admin = async (...words: string[]) => {
    const { code, stdout, stderr } = await runCommand("admin", words, {
      DATA_DIR: server.dataDir,
      SIGNUP: "invite",
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return stdout.trim();
  };
  const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
  const signUp = async (page: Page, username: string) => {
    const fields = {
      "First name": username,
      "Last name": "Otieno",
      Username: username,
      "Phone number": "7012345678",
      Email: `${username}@example.org`,
      Country: "Kenya",
      Password: TEST_PASSWORD,
      "Confirm password": TEST_PASSWORD,
    };
    for (const [label, value] of Object.entries(fields)) {
      await page.getByLabel(label, { exact: true }).fill(value);
    }
    await press(page, ACCOUNT.signup.submit);
    await page.getByRole("button", { name: "Account menu" }).waitFor();
  };
  /** Assigns the one row of the dialog to the colleague. */
  const assign = async (kind: "devices" | "releases") => {
    const { page } = operator;
    await page.goto(`${server.url}/?tab=admin`);
    await press(page, ASSIGN_KINDS[kind].buttonOf("brian@example.org"));
    const dialog = page.getByRole("dialog", { name: ASSIGN_KINDS[kind].title, exact: true });
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: ASSIGN.save, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  };

  it("begins with an account that is staff, made behind the link that the server prints (neighbour 7)", async () => {
    const { page } = operator;
    const printed = /The first account needs the set-up code (\S+): \S+(\/signup#setup=\S+)/;
    const [, code = "", link = ""] = printed.exec(server.process.output()) ?? [];
    await page.goto(`${server.url}${link}`);
    const field = page.getByLabel(ACCOUNT.signup.setupCode);
    await expect.poll(() => field.inputValue(), WAIT).toBe(code);
    await expectAccessible(page, "the first sign-up");
    await signUp(page, "amina");
    await page.getByRole("link", { name: INTERNAL.title, exact: true }).waitFor();
    expect(await admin("list")).toMatch(/1 +staff +amina/);
  });

  it("invites a colleague by a link that fills in the code, and can make another", async () => {
    const { page } = operator;
    await page.goto(`${server.url}/?tab=internal&part=people`);
    await press(page, people.makeInvite);
    const link = new URL((await page.getByLabel(people.inviteLink).textContent()) ?? "");
    await expectAccessible(page, "an invitation");
    await press(page, people.makeAnother);
    await page.getByLabel(people.inviteLink).filter({ hasNotText: link.hash }).waitFor();

    await colleague.page.goto(`${server.url}${link.pathname}${link.hash}`);
    const code = colleague.page.getByLabel(ACCOUNT.signup.invite);
    await expect.poll(() => code.inputValue(), WAIT).toBe(link.hash.slice("#invite=".length));
    await signUp(colleague.page, "brian");
  });

  it("adds the first Sentinel in three steps: the first screen, a form, its key (hand 13), and assigns it", async () => {
    const { page } = operator;
    await page.goto(server.url);
    await page.getByText(DEVICES.none, { exact: true }).waitFor();
    await press(page, DEVICES.add);
    const form = page.getByRole("dialog", { name: ADD_DEVICE.title, exact: true });
    await form.getByLabel(ADD_DEVICE.deviceId, { exact: true }).fill("RIDGE-1");
    await form.getByLabel(ADD_DEVICE.name, { exact: true }).fill("Ridge");
    await form.getByRole("button", { name: ADD_DEVICE.submit, exact: true }).click();
    await page
      .getByRole("dialog", { name: ADD_DEVICE.added("Ridge") })
      .getByText(ADD_DEVICE.keyWarning)
      .waitFor();
    await assign("devices");
    await colleague.page.goto(`${server.url}/?tab=devices`);
    await colleague.page.getByRole("button", { name: DEVICES.open("Ridge") }).waitFor();
  });

  it("publishes a model, makes a release of it and approves it for the colleague", async () => {
    const file = join(server.dataDir, "savanna.tflite");
    writeFileSync(file, "weights");
    const options = ["--name", MODEL, "--framework", "YOLOv5", "--classes", "lion,elephant"];
    expect(await admin("publish-model", file, ...options)).toContain(`${MODEL} is in the marketplace`);

    const { page } = operator;
    await page.goto(`${server.url}/?tab=admin&part=releases`);
    await press(page, RELEASES.make);
    const form = page.getByRole("dialog", { name: RELEASES.title, exact: true });
    await form.getByLabel(RELEASES.name, { exact: true }).fill(RELEASE);
    await form.getByRole("button", { name: RELEASES.addModel(MODEL) }).click();
    await form.getByRole("button", { name: RELEASES.create, exact: true }).click();
    await page.getByRole("button", { name: RELEASES.open(RELEASE) }).waitFor();
    await assign("releases");
    const headers = {
      authorization: `Bearer ${await tokenOf(server.url, { email: "brian@example.org", password: TEST_PASSWORD })}`,
      connection: "close",
    };
    const response = await fetch(`${server.url}/api/modelRelease`, { headers });
    const { message } = (await response.json()) as { message: { name: string }[] };
    expect(message.map(({ name }) => name)).toEqual([RELEASE]);
  });

  it("shows what staff and the operator did, on the screen and on the command line", async () => {
    const { page } = operator;
    await page.goto(`${server.url}/?tab=internal`);
    const { actions } = INTERNAL;
    for (const [action, who] of [
      [actions.assign_releases, "amina"],
      [actions.create_release, "amina"],
      [actions.publish_model, INTERNAL.log.operator],
      [actions.assign_devices, "amina"],
    ] as const) {
      await page.locator("[data-row]").filter({ hasText: action }).filter({ hasText: who }).first().waitFor();
    }
    const log = await admin("audit");
    for (const act of ["assign_releases", "create_release", "publish_model", "create_invite"]) {
      expect(log).toContain(act);
    }
  });

  it("helps a colleague who lost a phone, from a phone", async () => {
    const { page } = operatorsPhone;
    // A failed attempt may have signed the operator in here, and the colleague out.
    await operatorsPhone.context.clearCookies();
    await forgetStored(page, server, { signedIn: false });
    const brian = { email: "brian@example.org", password: TEST_PASSWORD };
    await startSignedIn(colleague.page, server.url, brian, { path: "/?tab=devices", installed: false });
    // An open page could hear of the sign-out first, and would have no reason to say after it is loaded anew.
    await colleague.page.goto("about:blank");

    await page.goto(`${server.url}/login`);
    await signIn(page, { email: "amina@example.org", password: TEST_PASSWORD });
    await page.goto(`${server.url}/?tab=internal&part=people`);
    await page.getByLabel(people.person).fill("brian");
    await press(page, people.find);
    await press(page, people.signOut);
    await expectAccessible(page, "the question before a sign-out");
    await page.getByRole("alertdialog").getByRole("button", { name: people.signOut }).click();
    await page.getByText(people.signedOut("brian")).waitFor();
    await page.getByText(people.sessions(0)).waitFor();
    await expectNoSidewaysScroll(page, "the help for a person");
    await press(page, people.resetMail);
    await page.getByText(people.resetSent("brian@example.org")).waitFor();

    await colleague.page.goto(`${server.url}/?tab=devices`);
    await colleague.page.getByText(ACCOUNT.login.refused).waitFor();
    const folder = join(server.dataDir, "mail");
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect(mails.join("\n")).toContain("/resetpassword#code=");

    const link = new URL(await admin("reset-password", "brian@example.org"));
    await colleague.page.goto(`${server.url}${link.pathname}${link.hash}`);
    await colleague.page.getByLabel(ACCOUNT.reset.email).fill("brian@example.org");
    await colleague.page.getByLabel(ACCOUNT.reset.newPassword, { exact: true }).fill(NEW_PASSWORD);
    await press(colleague.page, ACCOUNT.reset.submit);
    await colleague.page.getByRole("button", { name: "Account menu" }).waitFor();
  });
});
