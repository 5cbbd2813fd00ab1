import type { BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  expectNoSidewaysScroll,
  openApp,
  PHONE,
  signIn,
  signUpAccount,
} from "../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../support/browser/stage.ts";
import { openServerData, type ServerData } from "../support/server/server-data.ts";
import { DEMO } from "../support/server/server-process.ts";

const SUPPORT = "help@understory.example";
const DOCUMENTATION = "https://docs.understory.example/start";
const UNDER_CONSTRUCTION = "Page is under construction! Please check back later, cheers";

/** The links in their order, with the title of the page that each opens. */
const LINKS = [
  ["Dashboard", "Dashboard"],
  ["My Devices", "My Devices"],
  ["Device Updates", "Device Updates"],
  ["Device Groups", "Groups"],
  ["My Models", "My Models"],
  ["Insights", "Sentinel Insights"],
  ["Alerts", "Alerts"],
  ["Map", "Map"],
  ["Admin", "Admin"],
  ["Account", "Account"],
  ["Settings", "Settings"],
  ["Internal", "Internal"],
  ["Model Marketplace", "Model Marketplace"],
] as const;

const skipped = skippedWithoutChromium("the shell in a browser");

describe.skipIf(skipped)("the shell around the screens", () => {
  const server = useServer({
    demoInsights: 0,
    collections: true,
    env: {
      SUPPORT_EMAIL: SUPPORT,
      DOCUMENTATION_URL: DOCUMENTATION,
    },
  });
  const contexts = useContexts(server);
  /** One signed-in profile for most tests; each opens its own pages in it. */
  let member: BrowserContext;
  let staff: { email: string; password: string; token: string };
  let restricted: typeof staff;
  let data: ServerData | undefined;

  beforeAll(async () => {
    staff = await signUpAccount(server.process.url, "keeper");
    restricted = await signUpAccount(server.process.url, "visitor");
    data = openServerData(server.dataDir);
    data.setRole(staff.email, "staff");
    data.setRole(restricted.email, "restricted");
    member = await signedIn(DEMO);
  });
  afterEach(async () => {
    for (const page of member.pages()) await page.close();
  });
  afterAll(async () => {
    data?.close();
    await member?.close();
  });

  async function signedIn(
    account: { email: string; password: string },
    options: Parameters<typeof openApp>[2] = {},
  ): Promise<BrowserContext> {
    const { page, context } = await openApp(contexts.browser, server.url, options);
    await signIn(page, account);
    return context;
  }
  /** Like `signedIn`, closed after the test. */
  async function own(...args: Parameters<typeof signedIn>): Promise<Page> {
    const context = await signedIn(...args);
    contexts.closeAfterwards(context);
    const page = context.pages()[0];
    if (!page) throw new Error("the context has lost its page");
    return page;
  }
  async function open(path: string): Promise<Page> {
    const page = await member.newPage();
    await page.goto(path);
    return page;
  }
  const navigation = (page: Page) => page.getByRole("navigation", { name: "Main navigation" });
  const labelsOf = (page: Page) =>
    navigation(page)
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.querySelector("span")?.textContent));
  const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  const widthOf = async (page: Page) => (await page.locator("#side-navigation").boundingBox())?.width;

  it("opens at '/' with the dashboard in its one content area [SHELL-01, SHELL-03, SHELL-04, SHELL-16]", async () => {
    const page = await open("/");
    await heading(page, "Dashboard").waitFor();
    expect(await page.locator("main").count()).toBe(1);
    expect(await page.title()).toBe("Dashboard · Understory");
    expect(await navigation(page).getByRole("link", { name: "Dashboard" }).getAttribute("aria-current")).toBe(
      "page",
    );
  });

  it("opens every tab by its label, in one document, with the back button [SHELL-05, SHELL-18, SHELL-19, SHELL-20, SHELL-21, SHELL-22, SHELL-25, SHELL-26, SHELL-27, SHELL-28, SHELL-36, ROLE-02]", async () => {
    const page = await own(staff);
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    await navigation(page).waitFor();
    expect(await labelsOf(page)).toEqual([...LINKS.map(([label]) => label), "Documentation"]);
    await page.evaluate(() => document.body.setAttribute("data-same", "yes"));
    for (const [label, title] of LINKS) {
      await navigation(page)
        .getByRole("link", { name: label, exact: label !== "Alerts" })
        .click();
      await heading(page, title).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
      await expect.poll(() => page.title()).toBe(`${title} · Understory`);
    }
    await page.goBack();
    await heading(page, "Internal").waitFor();
    expect(await page.locator("body").getAttribute("data-same"), "no page load in between").toBe("yes");
    await page.reload();
    await heading(page, "Internal").waitFor();
    expect(complaints, "errors in the console, the content policy's too").toEqual([]);
  });

  it("is served without any script or style in the page itself", async () => {
    const answer = await fetch(server.url);
    const html = await answer.text();
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=/);
    for (const [, attributes, body] of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
      expect(attributes).toMatch(/\ssrc="\//);
      expect(body?.trim()).toBe("");
    }
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self';");
  });

  it("shows members all but Internal, and the restricted user three screens and no account [ROLE-03, ROLE-05]", async () => {
    const page = await open("/");
    await navigation(page).getByRole("link", { name: "Documentation" }).waitFor();
    const all = LINKS.map(([label]) => label);
    expect(await labelsOf(page)).toEqual([...all.filter((label) => label !== "Internal"), "Documentation"]);

    const theirs = await own(restricted);
    await navigation(theirs).getByRole("link", { name: "Documentation" }).waitFor();
    expect(await labelsOf(theirs)).toEqual(["Dashboard", "Insights", "Map", "Documentation"]);
    await theirs.getByRole("button", { name: "Account menu" }).click();
    await theirs.getByRole("menuitem", { name: "Logout" }).waitFor();
    expect(await theirs.getByRole("menuitem", { name: "My Account" }).count()).toBe(0);
    await theirs.goto("/?tab=account");
    await theirs.getByRole("heading", { level: 1, name: "There is no page called “account”" }).waitFor();
  });

  it("moves the focus to the content when another tab opens", async () => {
    const page = await open("/");
    await navigation(page).getByRole("link", { name: "Map" }).click();
    await heading(page, "Map").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  });

  it("leads back to a list as it was filtered after a look at the map, and to the whole list by a press on its own tab", async () => {
    const page = await open("/?tab=insights&status=none");
    const insights = navigation(page).getByRole("link", { name: "Insights" });
    const filter = () => new URL(page.url()).searchParams.get("status");
    await heading(page, "Sentinel Insights").waitFor();
    await navigation(page).getByRole("link", { name: "Map" }).click();
    await heading(page, "Map").waitFor();
    expect(filter()).toBeNull();
    await insights.click();
    await heading(page, "Sentinel Insights").waitFor();
    expect(filter()).toBe("none");
    await insights.click();
    await expect.poll(filter).toBeNull();
  });

  it("shows a fallback page for an unknown tab, a hidden one and an unknown address [SHELL-06]", async () => {
    const page = await open("/?tab=nonsense");
    await page.getByRole("heading", { level: 1, name: "There is no page called “nonsense”" }).waitFor();
    expect(await page.getByText(UNDER_CONSTRUCTION).count()).toBe(0);
    await page.goto("/?tab=internal");
    await page.getByRole("heading", { level: 1, name: "There is no page called “internal”" }).waitFor();
    await page.getByRole("link", { name: "Go to the dashboard" }).click();
    await heading(page, "Dashboard").waitFor();
    for (const path of ["/nothing", "/login/deeper", "/LOGIN"]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: "There is nothing at this address" }).waitFor();
      expect(await page.getByRole("banner").textContent()).toBe("Understory");
    }
  });

  it("starts expanded at 240 px above 740 px, and collapses and expands [SHELL-07, SHELL-09, SHELL-10]", async () => {
    const page = await open("/");
    await page.setViewportSize({ width: 741, height: 800 });
    await page.reload();
    await page.getByRole("button", { name: "Collapse navigation" }).waitFor();
    expect(await widthOf(page)).toBe(240);
    await page.getByRole("button", { name: "Collapse navigation" }).click();
    expect(await widthOf(page)).toBeLessThan(100);
    // The names stay for those who listen.
    await navigation(page).getByRole("link", { name: "Map" }).waitFor();
    await page.keyboard.press("[");
    await expect.poll(() => widthOf(page)).toBe(240);
  });

  it("starts collapsed at 740 px or less, and opens as a drawer of 240 px over the content [SHELL-08]", async () => {
    const page = await open("/");
    await page.setViewportSize({ width: 740, height: 800 });
    await page.reload();
    await heading(page, "Dashboard").waitFor();
    expect(await navigation(page).count()).toBe(0);
    await page.getByRole("button", { name: "Open navigation" }).click();
    const drawer = page.getByRole("dialog", { name: "Main navigation" });
    await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(0);
    expect((await drawer.boundingBox())?.width).toBe(240);
    await drawer.getByRole("link", { name: "My Devices" }).click();
    await heading(page, "My Devices").waitFor();
    expect(await drawer.count(), "the drawer gives the view to the page").toBe(0);
    await page.getByRole("button", { name: "More" }).click();
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => drawer.count()).toBe(0);
  });

  it("puts everyday screens in a bar at the bottom of a phone, with targets of 44 px", async () => {
    const page = await own(DEMO, PHONE);
    const bar = page.getByRole("navigation", { name: "Main screens" });
    for (const [label, title] of [
      ["Insights", "Sentinel Insights"],
      ["Map", "Map"],
      ["Alerts", "Alerts"],
      ["Dashboard", "Dashboard"],
    ] as const) {
      await bar.getByText(label).click();
      await heading(page, title).waitFor();
      await expectNoSidewaysScroll(page, title);
    }
    for (const target of await page
      .locator("header button:visible, nav a:visible, nav button:visible")
      .all()) {
      const box = await target.boundingBox();
      const name = await target.textContent();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), `target ${name}`).toBeGreaterThanOrEqual(44);
    }
  });

  it("counts new alerts alone in the badge of Alerts [SHELL-22, SHELL-23]", async () => {
    const page = await open("/");
    const token = await page.evaluate(() => localStorage.getItem("authToken") ?? "");
    const answer = await fetch(`${server.process.url}/api/alerts`, { headers: { authorization: token } });
    const { message } = (await answer.json()) as { message: { status: string }[] };
    const fresh = message.filter(({ status }) => status === "new").length;
    expect(fresh).toBeGreaterThan(0);
    expect(message.length, "there are others, which do not count").toBeGreaterThan(fresh);
    await navigation(page)
      .getByRole("link", { name: "Alerts" })
      .getByText(String(fresh), { exact: true })
      .waitFor();
    await navigation(page).getByText(`${fresh} new alerts`).waitFor();
  });

  it("shows 'Model Marketplace' and the documentation under 'GETTING STARTED' [SHELL-29, SHELL-30]", async () => {
    const page = await open("/");
    const title = navigation(page).getByRole("heading", { name: "GETTING STARTED" });
    const link = navigation(page).getByRole("link", { name: "Documentation" });
    const market = navigation(page).getByRole("link", { name: "Model Marketplace" });
    const places = await Promise.all(
      [title, market, link].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(await link.getAttribute("href")).toBe(DOCUMENTATION);
    expect(await link.getAttribute("target")).toBe("_blank");
  });

  it("offers e-mail support from the top bar, without a connection too [SHELL-11, SHELL-12]", async () => {
    const page = await open("/");
    await navigation(page).getByRole("link", { name: "Documentation" }).waitFor();
    await page.getByRole("banner").getByRole("button", { name: "Support" }).click();
    const dialog = page.getByRole("dialog", { name: "Support" });
    await dialog.getByText(SUPPORT, { exact: true }).waitFor();
    expect(await dialog.getByRole("link", { name: "Send email" }).getAttribute("href")).toBe(
      `mailto:${SUPPORT}`,
    );
    await member.grantPermissions(["clipboard-read", "clipboard-write"]);
    await dialog.getByRole("button", { name: "Copy address" }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(SUPPORT);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Support");

    await page.route("**/api/**", (route) => route.abort());
    await page.reload();
    await page.getByRole("banner").getByRole("button", { name: "Support" }).click();
    await dialog.getByText(SUPPORT, { exact: true }).waitFor();
  });

  it("has an account menu with 'My Account', the theme and 'Logout', worked by keys as well [SHELL-13, SHELL-14]", async () => {
    const page = await open("/");
    const button = page.getByRole("banner").getByRole("button", { name: "Account menu" });
    await button.focus();
    await page.keyboard.press("Enter");
    const items = page.getByRole("menuitem");
    expect(await items.first().textContent()).toBe("My Account");
    expect(await items.last().textContent()).toBe("Logout");
    await expect.poll(() => items.first().evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press("End");
    await expect.poll(() => items.last().evaluate((item) => item === document.activeElement)).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => button.evaluate((it) => it === document.activeElement)).toBe(true);

    await button.click();
    await page.getByRole("menuitemradio", { name: "Outdoor" }).click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe("outdoor");
    await page.reload();
    expect(
      await page.evaluate(() => document.documentElement.dataset.theme),
      "before the app has started",
    ).toBe("outdoor");
    await button.click();
    expect(await page.getByRole("menuitemradio", { name: "Outdoor" }).getAttribute("aria-checked")).toBe(
      "true",
    );
    await page.getByRole("menuitemradio", { name: "As the device" }).click();
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => page.evaluate(() => document.documentElement.dataset.theme)).toBe("dark");

    await button.click();
    await items.first().click();
    await heading(page, "Account").waitFor();
    expect(new URL(page.url()).search).toBe("?tab=account");
  });

  it("shows a spinner while it loads, and advice after five seconds [SHELL-31, SHELL-32]", async () => {
    const context = await contexts.browser.newContext({ baseURL: server.url, serviceWorkers: "block" });
    contexts.closeAfterwards(context);
    const page = await context.newPage();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    await page.addInitScript(() => localStorage.setItem("authToken", "Bearer waits"));
    // The user fetch hangs, so the person is not known yet.
    await page.route("**/api/user", () => undefined);
    await page.goto("/");
    // By its attribute, because it is not seen at first, and that time passes by the true clock.
    const status = page.locator("[role=status]").filter({ hasText: "Loading" });
    const advice = page.getByText("If the page is taking too long to load, please refresh.", { exact: true });
    // For a moment nothing is drawn: where this device remembers the person, the app itself comes first.
    await until(page, () => status.locator("svg").count());
    await page.clock.runFor(4700);
    expect(await advice.count()).toBe(0);
    expect(await until(page, () => advice.count())).toBeLessThan(1000);
    await expect.poll(() => status.locator("svg").isVisible()).toBe(true);
  });

  it("keeps the shell when a screen's part is missing, says what is safe, and reloads when asked", async () => {
    const { page, context } = await openApp(contexts.browser, server.url, { serviceWorkers: "block" });
    contexts.closeAfterwards(context);
    await context.route("**/assets/insights-page*.js", (route) => route.fulfill({ status: 404, body: "" }));
    await signIn(page, DEMO);
    await navigation(page).getByRole("link", { name: "Insights" }).click();
    await page.getByRole("heading", { level: 1, name: "This page stopped working" }).waitFor();
    await page.getByText("Your unsaved and unsent actions are safe").waitFor();
    await page.getByText("A part of this version is no longer on the server.").waitFor();
    await navigation(page).getByRole("link", { name: "Map" }).click();
    await heading(page, "Map").waitFor();
    await context.unroute("**/assets/insights-page*.js");
    await page.getByRole("status").getByRole("button", { name: "Reload" }).click();
    await navigation(page).getByRole("link", { name: "Insights" }).click();
    await heading(page, "Sentinel Insights").waitFor();
  });

  it("lists the keys on '?' and goes by them; single keys can be turned off", async () => {
    const page = await open("/");
    await heading(page, "Dashboard").waitFor();
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard" });
    await dialog.getByText("Go to Insights").waitFor();
    await dialog.getByRole("switch").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    expect(new URL(page.url()).search).toBe("");
    await page.evaluate(() => localStorage.removeItem("single_keys"));
    await page.reload();
    await heading(page, "Dashboard").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await heading(page, "Map").waitFor();
  });

  it("lets a keyboard skip the navigation", async () => {
    const page = await open("/");
    await heading(page, "Dashboard").waitFor();
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to content" });
    expect(await skip.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
  });
});

/** Lets the page's clock go on until there is one of what is counted; answers by how much, in ms. */
async function until(page: Page, count: () => Promise<number>): Promise<number> {
  let passedMs = 0;
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      passedMs += 100;
      return await count();
    })
    .toBe(1);
  return passedMs;
}
