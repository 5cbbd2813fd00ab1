import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { LANDING, SECTIONS } from "../../../src/messages/landing/landing.ts";
import { expectNoSidewaysScroll } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the public page");
const SALES = "https://sales.example.org/contact";
const ADDRESS = "https://understory.example.org";
const WIDTHS = [360, 1440] as const;
const NOTHING_HERE = "There is nothing at this address";

describe.skipIf(skipped)("the public page", () => {
  const server = useServer({ env: { CONTACT_SALES_URL: SALES, PUBLIC_URL: ADDRESS } });
  const { open } = useContexts(server);

  /** Reduced motion unless a test is about motion: nothing moves that a test has not moved. */
  const openLanding = (width: number, options: { motion?: "reduce" | "no-preference" } = {}) =>
    open({
      path: "/landing",
      viewport: { width, height: width < 741 ? 780 : 900 },
      reducedMotion: options.motion ?? "reduce",
    });
  const section = (page: Page, id: keyof typeof SECTIONS) => page.locator(`section#${id}`);
  const menu = (page: Page) => page.getByRole("navigation", { name: LANDING.sectionMenu });
  const siteLinks = (page: Page) => page.getByRole("navigation", { name: LANDING.siteLinks });
  const addressesOfScripts = (page: Page) =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith(".js")),
    );

  it.each(WIDTHS)("stands at /landing and loads none of the app, at %i px [LAND-01]", async (width) => {
    const page = await openLanding(width);
    await page.getByRole("heading", { level: 1, name: LANDING.hero.title }).waitFor();
    expect(await page.title()).toBe(LANDING.pageTitle);
    const scripts = await addressesOfScripts(page);
    expect(scripts).toEqual(["/theme.js", expect.stringMatching(/^\/assets\/landing-[\w-]+\.js$/)]);
    expect(await page.locator("#root").count()).toBe(0);
    await expectNoSidewaysScroll(page, `the public page at ${width} px`);
    for (const near of ["/landing/", "/LANDING", "/landing/x", "/landingx"]) {
      await page.goto(near);
      await page.getByRole("heading", { level: 1, name: NOTHING_HERE }).waitFor();
    }
  });

  it("is one of six addresses, each of which opens what it names and no other does [SHELL-02]", async () => {
    const page = await open({ path: "/landing?from=a-letter" });
    await page.getByRole("heading", { level: 1, name: LANDING.hero.title }).waitFor();
    const own = {
      "/login": "Sign in",
      "/signup": "Create your account",
      "/resetpassword": "Reset your password",
      "/demo": "Wildlife of the world",
    };
    for (const [path, title] of Object.entries(own)) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      for (const near of [`${path}/`, path.toUpperCase(), `${path}/x`, `${path}x`]) {
        await page.goto(near);
        await page.getByRole("heading", { level: 1, name: NOTHING_HERE }).waitFor();
      }
    }
    await page.goto("/");
    await page.waitForURL((address) => address.pathname === "/login", WAIT);
    for (const near of ["//", "/index", "/?"]) {
      await page.goto(`${server.url}${near}`);
      const isShell = near === "/?";
      if (isShell) await page.waitForURL((address) => address.pathname === "/login", WAIT);
      else await page.getByRole("heading", { level: 1, name: NOTHING_HERE }).waitFor();
    }
  });

  it.each(WIDTHS)(
    "shows the five sections with what they are about, at %i px [LAND-02, LAND-04, LAND-05, LAND-06, LAND-07, LAND-08, LAND-09]",
    async (width) => {
      const page = await openLanding(width);
      for (const [id, name] of Object.entries(SECTIONS)) {
        await menu(page).getByRole("link", { name, exact: true }).waitFor();
        await section(page, id as keyof typeof SECTIONS)
          .getByRole("heading", { level: 2 })
          .waitFor();
      }
      expect(await page.locator("main > section[id]").count()).toBe(5);

      const product = section(page, "product");
      expect(await product.textContent()).toMatch(
        /people who run cameras and sensors for wildlife and conservation/,
      );
      const sentinel = section(page, "sentinel");
      expect(await sentinel.textContent()).toMatch(/SD card/);
      await sentinel.getByRole("img", { name: LANDING.sentinel.cameraAlt }).waitFor();
      for (const way of ["Wifi", "Cellular", "LoRa", "Satellite"])
        await sentinel.getByText(way, { exact: true }).waitFor();
      await section(page, "dashboard")
        .getByRole("heading", { name: /dashboard/i })
        .waitFor();
      await section(page, "marketplace")
        .getByRole("heading", { name: /marketplace of models/i })
        .waitFor();
      await section(page, "custom-models")
        .getByRole("heading", { name: /own model, without code/i })
        .waitFor();

      // Pictures are loaded when they come near, keep their place before, and show what they name.
      for (const picture of await page.locator("main picture img").all()) {
        await picture.scrollIntoViewIfNeeded();
        await expect
          .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth), WAIT)
          .toBeGreaterThan(0);
        expect(await picture.getAttribute("alt")).not.toBe("");
        const ratios = await picture.evaluate((img: HTMLImageElement) => [
          img.naturalWidth / img.naturalHeight,
          img.clientWidth / img.clientHeight,
        ]);
        expect(ratios[0]).toBeCloseTo(ratios[1] ?? 0, 1);
      }
      const source = await page
        .locator("main picture img")
        .first()
        .evaluate((img: HTMLImageElement) => img.currentSrc);
      expect(source).toMatch(/\.avif$/);
    },
  );

  it.each(WIDTHS)(
    "scrolls smoothly to a section, and at once with reduced motion, at %i px [LAND-03]",
    async (width) => {
      const page = await openLanding(width, { motion: "no-preference" });
      const top = () => page.evaluate(() => scrollY);
      const behaviour = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
      expect(await behaviour()).toBe("smooth");
      for (const [id, name] of Object.entries(SECTIONS)) {
        await page.evaluate(() => {
          const tops: number[] = [];
          addEventListener("scroll", () => tops.push(scrollY), { passive: true });
          Object.assign(window, { tops });
          scrollTo({ top: 0, behavior: "instant" });
        });
        await menu(page).getByRole("link", { name, exact: true }).click();
        const offset = () =>
          section(page, id as keyof typeof SECTIONS).evaluate((element) => {
            const margin = Number.parseFloat(getComputedStyle(element).scrollMarginTop);
            return Math.abs(element.getBoundingClientRect().top - margin);
          });
        await expect.poll(offset, WAIT).toBeLessThan(2);
        // On its way it was at places between the top and the section.
        const tops = await page.evaluate(() => (window as unknown as { tops: number[] }).tops);
        const end = await top();
        expect(tops.filter((at) => at > 0 && at < end - 1).length, name).toBeGreaterThan(0);
        expect(new URL(page.url()).hash).toBe(`#${id}`);
      }
      await page.emulateMedia({ reducedMotion: "reduce" });
      expect(await behaviour()).toBe("auto");
    },
  );

  it.each(WIDTHS)(
    "leads to sales, sign-in and sign-up from its header, at %i px [LAND-10, LAND-11, LAND-12]",
    async (width) => {
      const page = await openLanding(width);
      const links = siteLinks(page);
      const sales = links.getByRole("link", { name: "Contact Sales", exact: true });
      await sales.waitFor();
      expect(await sales.getAttribute("href")).toBe(SALES);
      await links.getByRole("link", { name: "Get started for free", exact: true }).click();
      await page.waitForURL("**/signup");
      await page.goBack();
      await links.getByRole("link", { name: "Sign In", exact: true }).click();
      await page.waitForURL("**/login");
      await page.getByRole("button", { name: "Sign In" }).waitFor();
    },
  );

  it("hides Contact Sales, without moving anything, where the server names no address", async () => {
    const page = await openLanding(1440);
    await page.route("**/api/config", (route) =>
      route.fulfill({ json: { message: { contactSalesUrl: null } } }),
    );
    const answered = page.waitForResponse("**/api/config");
    await page.reload();
    await answered;
    const signIn = siteLinks(page).getByRole("link", { name: "Sign In" });
    const without = await signIn.boundingBox();
    expect(await siteLinks(page).getByRole("link", { name: "Contact Sales" }).count()).toBe(0);
    await page.unroute("**/api/config");
    await page.reload();
    await siteLinks(page).getByRole("link", { name: "Contact Sales" }).waitFor();
    expect(await signIn.boundingBox()).toEqual(without);
  });

  it("shows its title and the button below it in the first screen of a phone on its side", async () => {
    const page = await openLanding(740);
    for (const [width, height] of [
      [740, 360],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const theme of ["light", "outdoor"]) {
        await page.evaluate((name) => {
          document.documentElement.dataset.theme = name;
        }, theme);
        const button = page.getByRole("link", { name: LANDING.callToAction, exact: true }).first();
        const box = await button.boundingBox();
        expect((box?.y ?? height) + (box?.height ?? 0), `${theme} at ${width} px`).toBeLessThanOrEqual(
          height,
        );
      }
      await expectNoSidewaysScroll(page, `the public page at ${width} × ${height}`);
    }
  });

  it("keeps the section menu in view from 1224 px on, and marks the section that is read [LAND-13, LAND-14]", async () => {
    const page = await openLanding(1440);
    const isInView = () =>
      menu(page).evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      });
    for (const [width, sticks] of [
      [1440, true],
      [1224, true],
      [1223, false],
      [740, false],
      [360, false],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => scrollTo(0, 0));
      expect(await isInView()).toBe(true);
      await section(page, "marketplace").evaluate((element) => element.scrollIntoView());
      expect(await isInView(), `at ${width} px`).toBe(sticks);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const [id, name] of Object.entries(SECTIONS)) {
      await section(page, id as keyof typeof SECTIONS).evaluate((element) => element.scrollIntoView());
      await expect.poll(() => menu(page).locator("[aria-current=true]").allTextContents()).toEqual([name]);
    }
    await page.evaluate(() => scrollTo(0, 0));
    await expect.poll(() => menu(page).locator("[aria-current]").count()).toBe(0);
  });

  it.each(WIDTHS)(
    "calls to action with a link to sign-up, and ends with a placeholder footer, at %i px [LAND-15, LAND-16]",
    async (width) => {
      const page = await openLanding(width);
      const calls = page.getByRole("link", { name: "See what AI can do for you today", exact: true });
      expect(await calls.evaluateAll((links) => links.map((link) => link.getAttribute("href")))).toEqual([
        "/signup",
        "/signup",
      ]);
      const footer = page.getByRole("contentinfo");
      expect(await footer.textContent()).toContain("placeholder");
      await calls.first().click();
      await page.waitForURL("**/signup");
      await page.getByRole("heading", { level: 1, name: "Create your account" }).waitFor();
    },
  );

  it("names its own address to search engines and messages, and what they may read", async () => {
    const html = await (await fetch(`${server.url}/landing`)).text();
    expect(html).toContain(`<link rel="canonical" href="${ADDRESS}/landing" />`);
    expect(html).toContain(`<meta property="og:image" content="${ADDRESS}/landing-card.jpg" />`);
    const card = await fetch(`${server.url}/landing-card.jpg`);
    expect(card.headers.get("content-type")).toBe("image/jpeg");
    expect(await (await fetch(`${server.url}/robots.txt`)).text()).toMatch(/^User-agent: \*$/m);
  });
});
