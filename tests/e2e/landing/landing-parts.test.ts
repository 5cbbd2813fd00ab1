import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { CAROUSEL_WORDS, PRICING_WORDS } from "../../../src/messages/landing/landing-script.ts";
import { MODEL_DEMO } from "../../../src/messages/landing/model-demo.ts";
import { expectNoSidewaysScroll } from "../../support/browser/app-page.ts";
import { skippedWithoutChromium, useContexts, useServer } from "../../support/browser/stage.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("the calculator, the partners and the demo page");
const WIDTHS = [360, 1440] as const;
/** Longer than a page of partners stays. */
const LATER_MS = 4_500;

describe.skipIf(skipped)("parts of the public pages", () => {
  const server = useServer();
  const { open } = useContexts(server);
  const openAt = (width: number, path: string, reducedMotion: "reduce" | "no-preference" = "reduce") =>
    open({ path, viewport: { width, height: 800 }, reducedMotion });

  describe("the partners", () => {
    const carousel = (page: Page) => page.getByRole("region", { name: "Partners" });
    const track = (page: Page) => carousel(page).locator("ul");
    const dots = (page: Page) =>
      carousel(page).getByRole("group", { name: CAROUSEL_WORDS.pages }).getByRole("button");
    const currentDot = (page: Page) =>
      dots(page).evaluateAll((all) => all.findIndex((dot) => dot.hasAttribute("aria-current")));
    /** Opens the page with a clock that the test moves. */
    const openMoving = async (width: number, motion: "reduce" | "no-preference" = "no-preference") => {
      const page = await openAt(width, "/robots.txt", motion);
      await page.clock.install({ time: 0 });
      // A clock that ran by itself would turn a page while the document loads.
      await page.clock.pauseAt(1_000);
      await page.goto("/landing");
      await track(page).scrollIntoViewIfNeeded();
      await page.mouse.move(1, 1);
      return page;
    };
    const onPage = (page: Page, wanted: number) => expect.poll(() => currentDot(page), WAIT).toBe(wanted);

    it.each([
      [360, 2, 4],
      [740, 2, 4],
      [741, 4, 2],
      [1440, 4, 2],
    ])(
      "stand in a row: at %i px %i of them, with %i dots [LAND-17, LAND-18, LAND-20]",
      async (width, aRow, pages) => {
        const page = await openAt(width, "/landing");
        await expect.poll(() => dots(page).count()).toBe(pages);
        const inView = await track(page).evaluate((list) => {
          const { left, right } = list.getBoundingClientRect();
          return [...list.children].filter((slide) => {
            const box = slide.getBoundingClientRect();
            return box.left >= left - 1 && box.right <= right + 1;
          }).length;
        });
        expect(inView).toBe(aRow);
        await dots(page)
          .nth(pages - 1)
          .click();
        await onPage(page, pages - 1);
        await expect
          .poll(() =>
            track(page).evaluate((list) => list.scrollLeft + list.clientWidth >= list.scrollWidth - 2),
          )
          .toBe(true);
      },
    );

    it.each(WIDTHS)(
      "move on by themselves, from the last to the first, at %i px [LAND-19]",
      async (width) => {
        const page = await openMoving(width);
        const pages = await dots(page).count();
        for (let turn = 1; turn <= pages; turn += 1) {
          await page.clock.runFor(LATER_MS);
          await onPage(page, turn % pages);
        }
      },
    );

    it("stand still under the pointer, with the focus inside, while paused, and with reduced motion", async () => {
      const page = await openMoving(1440);
      const staysOn = async (wanted: number) => {
        await page.clock.runFor(3 * LATER_MS);
        expect(await currentDot(page)).toBe(wanted);
      };
      await track(page).hover();
      await staysOn(0);
      await page.mouse.move(1, 1);
      await track(page).focus();
      await page.keyboard.press("Tab");
      await staysOn(0);
      await carousel(page).getByRole("button", { name: CAROUSEL_WORDS.pause }).click();
      await page.mouse.move(1, 1);
      await staysOn(0);
      await carousel(page).getByRole("button", { name: CAROUSEL_WORDS.play }).click();
      await page.clock.runFor(LATER_MS);
      await onPage(page, 1);

      const calm = await openMoving(1440, "reduce");
      await calm.clock.runFor(3 * LATER_MS);
      expect(await currentDot(calm)).toBe(0);
      await carousel(calm).getByRole("button", { name: CAROUSEL_WORDS.play }).click();
      await calm.clock.runFor(LATER_MS);
      await onPage(calm, 1);
    });
  });

  describe("the pricing calculator", () => {
    const form = (page: Page) => page.getByRole("form", { name: PRICING_WORDS.title });
    const count = (page: Page, label: string) =>
      form(page).getByRole("spinbutton", { name: label, exact: true });
    const price = (page: Page, name: string) =>
      form(page).locator("[data-price]").filter({ hasText: name }).locator("output").textContent();
    const prices = async (page: Page) => [
      await price(page, PRICING_WORDS.labelling),
      await price(page, PRICING_WORDS.customModel),
      await price(page, PRICING_WORDS.specializedModel),
    ];

    it.each(WIDTHS)(
      "prices what is entered, at %i px [LAND-21, LAND-22, LAND-23, LAND-24, LAND-32]",
      async (width) => {
        const page = await openAt(width, "/landing");
        expect(await prices(page)).toEqual(["$70", "$400", "$2,500"]);
        for (const [label, hint, value] of [
          [PRICING_WORDS.species, "1 minimum", "3"],
          [PRICING_WORDS.animals, "1 minimum", "2"],
          [PRICING_WORDS.images, "2000 minimum", "10000"],
        ] as const) {
          const input = count(page, label);
          const hintId = await input.getAttribute("aria-describedby");
          expect(await page.locator(`[id="${hintId}"]`).textContent()).toBe(hint);
          await input.fill(value);
        }
        expect(await prices(page)).toEqual(["$50", "$300", "$2,500"]);
        await form(page).getByRole("checkbox", { name: PRICING_WORDS.humanVerified }).check();
        expect(await price(page, PRICING_WORDS.labelling)).toBe("$90");
        await form(page).getByRole("checkbox", { name: PRICING_WORDS.notSeparated }).check();
        expect(await price(page, PRICING_WORDS.labelling)).toBe("$150");
        await form(page)
          .getByRole("button", { name: PRICING_WORDS.more(PRICING_WORDS.animals) })
          .click();
        expect(await count(page, PRICING_WORDS.animals).inputValue()).toBe("3");
        expect(await prices(page)).toEqual(["$150", "$350", "$3,500"]);
        const specialized = form(page)
          .locator("[data-price]")
          .filter({ hasText: PRICING_WORDS.specializedModel });
        expect(await specialized.textContent()).toContain("At least 2000 images");
        await expectNoSidewaysScroll(page, `the calculator at ${width} px`);
      },
    );

    it("takes its hints as labels only: it prices what is below them and changes no input [LAND-25]", async () => {
      const page = await openAt(1440, "/landing");
      const below = (label: string) =>
        count(page, label).evaluate((input) => {
          const hint = document.getElementById(input.getAttribute("aria-describedby") ?? "");
          return hint?.hasAttribute("data-below");
        });
      const labels = [PRICING_WORDS.species, PRICING_WORDS.animals, PRICING_WORDS.images];
      for (const [values, expected, areBelow] of [
        [["0", "0", "1999"], ["$4", "$200", "$500"], true],
        [["1", "1", "2000"], ["$14", "$250", "$700"], false],
        [["", "", ""], ["$0", "$200", "$500"], true],
        [["-3", "-1", "-2000"], ["$0", "$200", "$500"], true],
        [["1", "1000000", "9000000"], ["$18,010", "$500", "$5,000"], false],
      ] as const) {
        for (const [at, label] of labels.entries()) await count(page, label).fill(values[at] ?? "");
        expect(await prices(page)).toEqual(expected);
        for (const [at, label] of labels.entries()) {
          expect(await count(page, label).inputValue()).toBe(values[at]);
          expect(await below(label), `${label} ${values[at]}`).toBe(areBelow);
        }
      }
      expect(await form(page).evaluate((element: HTMLFormElement) => element.noValidate)).toBe(true);
    });
  });

  describe("the demo page", () => {
    it.each(WIDTHS)(
      "shows a model, its description, instructions and two buttons that are not available yet, at %i px [DEMO-01, DEMO-02, DEMO-03, DEMO-04, DEMO-05, DEMO-06]",
      async (width) => {
        const page = await openAt(width, "/demo");
        await page.getByRole("heading", { level: 1, name: MODEL_DEMO.name, exact: true }).waitFor();
        await page.getByText(MODEL_DEMO.description).waitFor();
        await page.getByText(MODEL_DEMO.instructions).waitFor();
        for (const name of ["Upload my own Data", "Test with Sample Data"]) {
          await page.getByRole("button", { name, exact: true }).click();
          await page
            .getByRole("status")
            .filter({ hasText: MODEL_DEMO.notYet(name) })
            .waitFor();
        }
        await expectNoSidewaysScroll(page, `the demo page at ${width} px`);
        for (const near of ["/demo/", "/DEMO", "/demo/1", "/demox"]) {
          await page.goto(near);
          await page.getByRole("heading", { level: 1, name: "There is nothing at this address" }).waitFor();
        }
        await page.goto("/demo");
        await page.getByRole("link", { name: MODEL_DEMO.signUp }).click();
        await page.waitForURL("**/signup");
      },
    );
  });
});
