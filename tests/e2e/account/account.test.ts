import type { Page } from "playwright-core";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { ACCOUNT_PAGE } from "../../../src/messages/account/account.ts";
import { PROFILE } from "../../../src/messages/account/profile.ts";
import {
  DELETION,
  EXPORT,
  PASSWORD,
  PASSWORD_REQUIREMENTS,
  SESSIONS,
} from "../../../src/messages/account/security.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from "../../../src/protocol/protocol-version.ts";
import {
  DESK,
  expectAccessible,
  expectNoSidewaysScroll,
  goTo,
  PHONE,
  signUpAccount,
  TEST_PASSWORD,
} from "../../support/browser/app-page.ts";
import { tokenOf, untilFoundOffline } from "../../support/browser/ranger-browser.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the account in a browser");
const NEW_PASSWORD = "Lichen-on-Bark-9";
const SECURITY = "/?tab=account&part=security";

const SIZES = [
  ["1440", DESK],
  ["360", PHONE],
] as const;

describe.skipIf(skipped)("the account in a real browser", () => {
  const server = useServer();
  const contexts = useContexts(server);

  // The first account of a server is staff, and the last staff account cannot be deleted.
  beforeAll(() => signUpAccount(server.url, "operator"));

  /** A page of a new person, at an address of the app. */
  async function openAs(name: string, size: Parameters<typeof contexts.openAs>[1], path: string) {
    const person = await signUpAccount(server.url, name);
    const page = await contexts.openAs(person, { ...size, path });
    await page.getByRole("heading", { level: 1, name: ACCOUNT_PAGE.title }).waitFor(WAIT);
    return { page, person };
  }
  const notice = (page: Page, words: string) => page.getByText(words, { exact: true });
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
  /** Has the next call of this kind fail as a broken server's would. */
  const failNext = (page: Page, path: string, status: number) =>
    page.route(
      (url) => url.pathname === path,
      (route) =>
        route.request().method() === "GET"
          ? route.fallback()
          : route.fulfill({
              status,
              // Without it the answer would be that of a proxy, which does not know what the server has done.
              headers: { [PROTOCOL_HEADER]: String(PROTOCOL_VERSION) },
              json: { code: "internal", errors: { general: "Out of order." } },
            }),
      { times: 1 },
    );

  it.each(SIZES)(
    "is opened from the menu with the tabs Profile, Billing and Security, by keys and address too, %s px wide [ACC-01]",
    async (width, size) => {
      const { page } = await openAs(`tabs${width}`, size, "/?tab=account");
      await page.goto(`${server.url}/`);
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByRole("menuitem", { name: "My Account" }).click();
      await page.getByRole("heading", { level: 1, name: ACCOUNT_PAGE.title }).waitFor(WAIT);
      expect(await page.getByRole("tab").allTextContents()).toEqual(["Profile", "Billing", "Security"]);
      expect(new URL(page.url()).search).toBe("?tab=account");
      await page.getByRole("tab", { name: "Profile" }).focus();
      await page.keyboard.press("ArrowRight");
      expect(new URL(page.url()).search).toBe("?tab=account&part=billing");
      await page.keyboard.press("ArrowRight");
      expect(new URL(page.url()).search).toBe("?tab=account&part=security");
      await page.reload();
      await button(page, PASSWORD.change).waitFor(WAIT);
    },
  );

  it.each(SIZES)(
    "shows and saves the profile, and says whether that went well, %s px wide [ACC-03, ACC-04, ACC-05, ACC-06, ACC-07, ACC-08]",
    async (width, size) => {
      const { page, person } = await openAs(`profile${width}`, size, "/?tab=account");
      const save = button(page, "Save details");
      const fields = ["First name", "Last name", "Country"].map((label) =>
        page.getByLabel(label, { exact: true }),
      );
      const [firstName, lastName, country] = fields;
      expect(await Promise.all(fields.map((field) => field.inputValue()))).toEqual([
        "Wangari",
        "Maathai",
        "Kenya",
      ]);
      for (const text of [person.email, "7012345678", person.email.split("@")[0] ?? ""]) {
        const shown = page.locator("dd").filter({ hasText: new RegExp(`^${text}$`) });
        expect(await shown.count()).toBe(1);
      }
      expect(await page.locator("main input:not([type=file])").count()).toBe(3);

      for (const field of fields) {
        const was = await field.inputValue();
        for (const empty of ["", "  "]) {
          await field.fill(empty);
          expect(await save.isDisabled()).toBe(true);
        }
        await field.fill(was);
        expect(await save.isDisabled()).toBe(false);
      }
      await firstName?.fill("Ada");
      await lastName?.fill("Otieno");
      await country?.fill("Uganda");
      await failNext(page, "/api/user", 500);
      await save.click();
      await notice(page, "Error saving details").waitFor(WAIT);
      await save.click();
      await notice(page, "Saved details!").waitFor(WAIT);
      await page.reload();
      await expect.poll(() => firstName?.inputValue(), WAIT).toBe("Ada");
      expect([await lastName?.inputValue(), await country?.inputValue()]).toEqual(["Otieno", "Uganda"]);
      await page.getByRole("button", { name: "Account menu" }).click();
      await page.getByText("Ada Otieno").waitFor();
    },
  );

  it.each(SIZES)(
    "crops a photo to a square by pointer, keys and slider, and shows it in the menu at once, %s px wide [ACC-02, ACC-09, ACC-10]",
    async (width, size) => {
      const { page, person } = await openAs(`photo${width}`, { ...size, installed: true }, "/?tab=account");
      const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
        page.locator('input[type="file"]').setInputFiles(file);
      const jpeg = { name: "me.jpg", mimeType: "image/jpeg", buffer: await turnedPicture() };

      await choose({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no picture") });
      await notice(page, "Error uploading photo").waitFor(WAIT);
      await page.getByText(PROFILE.unreadable).waitFor();
      const large = Buffer.alloc(5 * 1024 * 1024 + 1);
      await choose({ name: "large.jpg", mimeType: "image/jpeg", buffer: large });
      await page.getByText(PROFILE.tooLarge).waitFor(WAIT);
      await choose({ name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.from([0xff, 0xd8, 0xff]) });
      await page.getByText(PROFILE.unreadable).waitFor(WAIT);

      await choose(jpeg);
      const dialog = page.getByRole("dialog", { name: PROFILE.crop });
      await dialog.getByRole("application").waitFor(WAIT);
      await expectAccessible(page, "the crop of the photo");
      await expectNoSidewaysScroll(page, "the crop of the photo");
      // The upper half of the picture is red, the lower one blue; the middle shows both.
      await expect.poll(() => previewOf(page), WAIT).toEqual(["red", "blue"]);
      await dialog.getByRole("slider", { name: PROFILE.zoom }).fill("2");
      await dialog.getByRole("application").focus();
      for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowDown");
      await expect.poll(() => previewOf(page), WAIT).toEqual(["red", "red"]);
      const box = await dialog.getByRole("application").boundingBox();
      if (box === null) throw new Error("no square to drag");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 600, { steps: 6 });
      await page.mouse.up();
      await expect.poll(() => previewOf(page), WAIT).toEqual(["blue", "blue"]);

      await failNext(page, "/api/user/image", 500);
      await button(page, PROFILE.savePhoto).click();
      await page.getByText("Out of order.").waitFor(WAIT);
      await notice(page, "Error uploading photo").waitFor(WAIT);
      await choose(jpeg);
      await dialog.getByRole("application").waitFor(WAIT);
      await button(page, PROFILE.savePhoto).click();
      await notice(page, "Uploaded photo! You may need to reload to see changes.").waitFor(WAIT);
      const pictured = page.getByRole("button", { name: "Account menu" }).locator("img");
      await expect
        .poll(() => pictured.evaluate((image) => (image as HTMLImageElement).naturalWidth), WAIT)
        .toBe(300);
      const token = await tokenOf(server.url, person);
      const authorized = { headers: { authorization: `Bearer ${token}` } };
      const { userCredentials } = (await (await fetch(`${server.url}/api/user`, authorized)).json()) as {
        userCredentials: { imageUrl: string };
      };
      const stored = await fetch(server.url + userCredentials.imageUrl, authorized);
      const { data, info } = await sharp(await stored.arrayBuffer())
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info.width).toBe(info.height);
      expect((data[0] ?? 0) > 200 && (data.at(-1) ?? 0) > 200).toBe(true);

      server.proxy.cut();
      await page.reload();
      await pictured.waitFor(WAIT);
      await expect.poll(() => page.getByLabel("First name").inputValue(), WAIT).toBe("Wangari");
    },
  );

  it.each(SIZES)(
    "changes the password with its requirements marked as they are met, %s px wide [ACC-11, ACC-12, ACC-13, ACC-14, ACC-15, ACC-16, ACC-17, ACC-18, ACC-19, ACC-20, ACC-21]",
    async (width, size) => {
      const { page, person } = await openAs(`password${width}`, size, SECURITY);
      const current = page.getByLabel(PASSWORD.current, { exact: true });
      const next = page.getByLabel(PASSWORD.next, { exact: true });
      const change = button(page, "Change Password");
      expect(await change.isDisabled()).toBe(true);
      await current.fill(TEST_PASSWORD);
      expect(await change.isDisabled()).toBe(true);
      await current.fill("");
      await next.fill("x");
      expect(await change.isDisabled()).toBe(true);

      const met = async () =>
        (
          await page
            .getByRole("listitem")
            .filter({ hasText: /, met$/ })
            .allTextContents()
        ).map((text) => text.replace(/, met$/, ""));
      await current.fill(TEST_PASSWORD);
      const { length, upper, lower, special, same } = PASSWORD_REQUIREMENTS;
      expect([length, upper, lower, special, same]).toEqual([
        "More than 8 characters",
        "One upper case character",
        "One lower case character",
        "One special character",
        "Different from the current password",
      ]);
      for (const [typed, requirement, short] of [
        ["nine char", length, "eight ch"],
        ["A", upper, "a"],
        ["a", lower, "A"],
        ["-", special, "a"],
        [NEW_PASSWORD, same, TEST_PASSWORD],
      ] as const) {
        await next.fill(short);
        expect(await met()).not.toContain(requirement);
        await next.fill(typed);
        expect(await met()).toContain(requirement);
      }

      const failed = (reason: string) => notice(page, `Error changing password (${reason})`);
      await next.fill("too-weak");
      await change.click();
      await failed("Your password does not meet the defined requirements").waitFor(WAIT);
      await next.fill(NEW_PASSWORD);
      await current.fill("Wrong-Password-1");
      await change.click();
      await failed("The entered password is not correct").waitFor(WAIT);
      await current.fill(TEST_PASSWORD);
      await failNext(page, "/api/changePassword", 500);
      await change.click();
      await failed("Something went wrong").waitFor(WAIT);
      await change.click();
      await notice(page, "Password changed!").waitFor(WAIT);
      expect([await current.inputValue(), await next.inputValue()]).toEqual(["", ""]);
      expect(await tokenOf(server.url, { ...person, password: NEW_PASSWORD })).toMatch(/\w/);
    },
  );

  it.each(SIZES)(
    "lists the signed-in devices, and signs out one and all others, %s px wide",
    async (width, size) => {
      const { page, person } = await openAs(`devices${width}`, size, SECURITY);
      const tokens = [await tokenOf(server.url, person), await tokenOf(server.url, person)];
      await page.reload();
      const devices = page.getByRole("listitem").filter({ has: page.getByText(/^Last seen/) });
      await expect.poll(() => devices.count(), WAIT).toBe(4);
      expect(await page.getByText(SESSIONS.current, { exact: true }).count()).toBe(1);
      await devices.getByRole("button").first().click();
      await notice(page, SESSIONS.signedOut(1)).waitFor(WAIT);
      await expect.poll(() => devices.count(), WAIT).toBe(3);
      await button(page, SESSIONS.signOutOthers).click();
      await page.getByText(SESSIONS.alone).waitFor(WAIT);
      expect(await devices.count()).toBe(1);
      for (const token of tokens) {
        const answer = await fetch(`${server.url}/api/user`, {
          headers: { authorization: `Bearer ${token}` },
        });
        expect(answer.status).toBe(401);
      }
    },
  );

  it("downloads all data as one archive", async () => {
    const { page } = await openAs("exporter", DESK, SECURITY);
    const [download] = await Promise.all([
      page.waitForEvent("download", WAIT),
      button(page, EXPORT.start).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^understory-data-\d{4}-\d\d-\d\d\.zip$/);
    await notice(page, EXPORT.done).waitFor(WAIT);
  });

  it.each(SIZES)(
    "is deleted after its username and password, and kept again by the banner over every screen, %s px wide",
    async (width, size) => {
      const { page, person } = await openAs(`leaver${width}`, size, SECURITY);
      await button(page, DELETION.ask).click();
      const dialog = page.getByRole("dialog", { name: DELETION.dialog });
      const submit = dialog.getByRole("button", { name: DELETION.submit });
      await expectAccessible(page, "the deletion");
      await expectNoSidewaysScroll(page, "the deletion");
      const username = person.email.split("@")[0] ?? "";
      expect(await submit.isDisabled()).toBe(true);
      await dialog.getByLabel(DELETION.confirm(username)).fill(username);
      await dialog.getByLabel(DELETION.password, { exact: true }).fill("Wrong-Password-1");
      await submit.click();
      await dialog.getByText("The entered password is not correct").waitFor(WAIT);
      await dialog.getByLabel(DELETION.confirm(username)).fill("someone");
      expect(await submit.isDisabled()).toBe(true);
      await dialog.getByLabel(DELETION.confirm(username)).fill(username);
      await dialog.getByLabel(DELETION.password, { exact: true }).fill(person.password);
      await submit.click();
      await dialog.waitFor({ state: "hidden", ...WAIT });
      await goTo(page, `${server.url}/?tab=groups`);
      const banner = page.getByText(
        /^Your account will be deleted on \d+ \w+ \d{4}\. Until then you can keep it\.$/,
      );
      await banner.waitFor(WAIT);
      await expectAccessible(page, "the banner");
      await expectNoSidewaysScroll(page, "the banner");
      await button(page, DELETION.keep).click();
      await notice(page, DELETION.kept).waitFor(WAIT);
      await banner.waitFor({ state: "hidden", ...WAIT });
    },
  );

  it("shows the profile without a connection, and says why nothing can be changed", async () => {
    const { page } = await openAs("offline", { ...PHONE, installed: true }, "/?tab=account");
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.getByText(ONLINE.onlyOnline(PROFILE.writing)).waitFor(WAIT);
    for (const name of ["Save details", PROFILE.choosePhoto])
      expect(await button(page, name).isDisabled()).toBe(true);
    expect(await page.getByLabel("Country", { exact: true }).inputValue()).toBe("Kenya");
    await page.getByRole("tab", { name: "Security" }).click();
    for (const name of ["Change Password", EXPORT.start, DELETION.ask]) {
      expect(await button(page, name).isDisabled()).toBe(true);
    }
    await expectNoSidewaysScroll(page, "security offline");
  });
});

/** 300 × 600 once turned by its orientation: the upper half red, the lower half blue. */
async function turnedPicture(): Promise<Buffer> {
  const blank = (width: number, height: number, background: string) => ({
    create: { width, height, channels: 3 as const, background },
  });
  return sharp(blank(600, 300, "#0000ff"))
    .composite([{ input: blank(300, 300, "#ff0000"), left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

/** The colours of the preview near its upper and its lower edge. */
async function previewOf(page: Page): Promise<string[]> {
  return page.locator("dialog canvas").evaluate((canvas) => {
    const { width, height } = canvas as HTMLCanvasElement;
    const context = (canvas as HTMLCanvasElement).getContext("2d");
    return [0.06, 0.94].map((part) => {
      const [red = 0, , blue = 0] = context?.getImageData(width / 2, height * part, 1, 1).data ?? [];
      return red > blue ? "red" : "blue";
    });
  });
}
