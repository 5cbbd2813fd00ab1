import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { BILLING } from "../../../src/messages/account/billing.ts";
import { ONLINE } from "../../../src/messages/offline/online.ts";
import {
  DESK,
  expectAccessible,
  expectNoSidewaysScroll,
  goTo,
  PHONE,
  signUpAccount,
} from "../../support/browser/app-page.ts";
import { type Credentials, untilFoundOffline } from "../../support/browser/ranger-browser.ts";
import {
  type Contexts,
  skippedWithoutChromium,
  useContexts,
  useServer,
} from "../../support/browser/stage.ts";
import { cardField, standInForStripe } from "../../support/browser/stripe-page.ts";
import { FakeStripe } from "../../support/server/fake-stripe.ts";
import { DEMO } from "../../support/server/server-process.ts";
import { WAIT } from "../../support/time/time-limits.ts";

const skipped = skippedWithoutChromium("billing in a browser");
const TAB = "/?tab=account&part=billing";
const SIZES: readonly (readonly [string, BrowserContextOptions])[] = [
  ["1440", DESK],
  ["360", PHONE],
];
const GOOD = "4242424242424242";
const OTHER = "5555555555554444";
const BAD = "4000000000000002";
/** Billing of this person, before anything of it is read. */
async function openTab(contexts: Contexts, person: Credentials, options: Parameters<Contexts["openAs"]>[1]) {
  let requests: readonly string[] = [];
  const page = await contexts.openAs(person, {
    ...options,
    path: TAB,
    prepare: async (context) => {
      ({ requests } = await standInForStripe(context));
    },
  });
  return { page, requests };
}

const stripe = await new FakeStripe().start();
afterAll(() => stripe.close());

describe.skipIf(skipped)("billing in a real browser", () => {
  // Without events, charges that a test adds are read with the next view.
  const server = useServer({ demoInsights: 0, env: { ...stripe.env, STRIPE_WEBHOOK_SECRET: "" } });
  const contexts = useContexts(server);

  /** Billing of a new account. */
  async function openBilling(name: string, size: Parameters<Contexts["openAs"]>[1]) {
    const account = await signUpAccount(server.url, name);
    const { page, requests } = await openTab(contexts, account, size);
    await page.getByRole("heading", { name: "Card Information" }).waitFor(WAIT);
    return { page, requests, email: account.email };
  }

  async function setCard(page: Page, open: string, number: string): Promise<void> {
    await page.getByRole("button", { name: open, exact: true }).click();
    await cardField(page).getByLabel("Card number").fill(number);
    await page.getByRole("button", { name: BILLING.form.save }).click();
  }

  function customerOf(email: string): string {
    const customer = [...stripe.customers.values()].find((one) => one.email === email);
    if (customer === undefined) throw new Error(`${email} is no customer`);
    return customer.id;
  }

  const factsOf = (page: Page) => page.getByRole("region", { name: "Card Information" }).locator("dd");

  it.each(SIZES)(
    "adds a card in the provider's frame, which is loaded with the form, and edits it, %s px wide [BILL-01, BILL-02, BILL-03, BILL-04]",
    async (width, size) => {
      const { page, requests } = await openBilling(`card${width}`, size);
      await page.getByText("No card on file", { exact: true }).waitFor(WAIT);
      await expectAccessible(page, "billing without a card");
      expect(requests).toEqual([]);

      await setCard(page, BILLING.card.add, GOOD);
      await page.getByText("Card updated successfully!").waitFor(WAIT);
      await page.getByText("No card on file", { exact: true }).waitFor({ state: "detached" });
      expect(await factsOf(page).allTextContents()).toEqual(["Visa", "•••• 4242", "08/2031 "]);
      expect(requests).toEqual(["/endive/stripe.js", "/card.html"]);
      await page.getByRole("button", { name: "Dismiss" }).click();

      await setCard(page, BILLING.card.edit, OTHER);
      await page.getByText("Card updated successfully!").waitFor(WAIT);
      expect(await factsOf(page).allTextContents()).toEqual(["MasterCard", "•••• 4444", "08/2031 "]);
      await expectAccessible(page, "billing with a card");
      await expectNoSidewaysScroll(page, "billing with a card");
      await goTo(page, page.url());
      await expect.poll(() => factsOf(page).allTextContents(), WAIT).toContain("MasterCard");
    },
  );

  it.each(SIZES)(
    "says why a card was not set, and leaves the one before, %s px wide [BILL-05]",
    async (width, size) => {
      const { page } = await openBilling(`declined${width}`, size);
      await setCard(page, BILLING.card.add, GOOD);
      await page.getByText("•••• 4242").waitFor(WAIT);
      await setCard(page, BILLING.card.edit, BAD);
      await page.getByText("Failed to set card info (Your card was declined.)").waitFor(WAIT);
      await cardField(page).getByLabel("Card number").fill("4");
      await page.getByRole("button", { name: BILLING.form.save }).click();
      await page.getByText("Failed to set card info (Your card number is incomplete.)").waitFor(WAIT);
      await expectAccessible(page, "a card that was not set");
      await expectNoSidewaysScroll(page, "a card that was not set");
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByText("•••• 4242").waitFor();
    },
  );

  it.each(SIZES)(
    "lists the invoices in pages of 5, 10, 25 or 50, ten where none is chosen, with amount and status, %s px wide [BILL-06, BILL-07, BILL-08, BILL-09, BILL-10]",
    async (width, size) => {
      const { page, email } = await openBilling(`invoices${width}`, size);
      await page.getByRole("heading", { name: "Billing Invoices" }).waitFor();
      await page.getByText("No charges found", { exact: true }).waitFor(WAIT);
      await setCard(page, BILLING.card.add, GOOD);
      await page.getByText("•••• 4242").waitFor(WAIT);

      const customer = customerOf(email);
      for (let number = 1; number <= 56; number += 1) {
        const [description, created] = [`Plan ${number}`, 1_700_000_000 + number * 86_400];
        stripe.addCharge(customer, { description, created, amount: number * 101 });
      }
      const newest = { created: 1_800_000_000, amount: 5, currency: "eur" };
      for (const [at, status] of ["pending", "failed", "disputed"].entries()) {
        stripe.addCharge(customer, {
          ...newest,
          status,
          description: `Odd ${at}`,
          created: newest.created + at,
        });
      }
      await goTo(page, page.url());
      const rows = page.locator("[data-row]");
      await expect.poll(() => rows.count(), WAIT).toBe(10);
      const texts = async () => (await rows.allInnerTexts()).map((text) => text.replace(/\s+/g, " "));
      const [first = "", second = "", third = "", fourth = ""] = await texts();
      for (const [text, status] of [
        [first, "Unknown"],
        [second, "failed"],
        [third, "pending"],
      ] as const) {
        expect(text.toLowerCase()).toContain(status.toLowerCase());
        expect(text).toContain("0.05 EUR");
      }
      expect(fourth).toContain("Plan 56");
      expect(fourth).toContain("56.56 USD");
      expect(fourth.toLowerCase()).toContain("succeeded");
      expect(fourth).toContain("9 Jan 2024");

      const sizes = page.getByRole("combobox", { name: "Rows per page" });
      expect(await sizes.locator("option").allTextContents()).toEqual(["5", "10", "25", "50"]);
      expect(await sizes.inputValue()).toBe("10");
      await page.getByRole("button", { name: "Next page" }).click();
      await page.getByText("Plan 49", { exact: true }).waitFor(WAIT);
      await page.getByText("Page 2 of 6").waitFor();
      for (const count of ["5", "25", "50"]) {
        await sizes.selectOption(count);
        await expect.poll(() => rows.count(), WAIT).toBe(Number(count));
      }
      await page.reload();
      await expect.poll(() => rows.count(), WAIT).toBe(50);
      await expectAccessible(page, "the invoices");
      await expectNoSidewaysScroll(page, "the invoices");
    },
  );

  it("paints the field in the theme, also when the theme changes", async () => {
    const { page } = await openBilling("themes", DESK);
    await page.getByRole("button", { name: BILLING.card.add, exact: true }).click();
    const field = cardField(page).getByLabel("Card number");
    await field.waitFor(WAIT);
    for (const theme of ["light", "dark", "outdoor"]) {
      await page.evaluate((name) => document.documentElement.setAttribute("data-theme", name), theme);
      const wanted = await page.evaluate(
        () => getComputedStyle(document.querySelector("dialog h2") as Element).color,
      );
      await expect.poll(() => field.evaluate((input) => getComputedStyle(input).color), WAIT).toBe(wanted);
      // A frame whose colour scheme is not that of its content is painted on white.
      const scheme = page.locator("dialog iframe").evaluate((frame) => getComputedStyle(frame).colorScheme);
      expect(await scheme).toBe("light");
      await expectAccessible(page, `the card form, ${theme}`);
    }
  });

  it("shows offline what was read before, and why the card cannot be changed", async () => {
    const { page } = await openBilling("offline", { ...PHONE, installed: true });
    await setCard(page, BILLING.card.add, GOOD);
    await page.getByText("•••• 4242").waitFor(WAIT);
    server.proxy.cut();
    await untilFoundOffline(page);
    await page.getByText(ONLINE.onlyOnline(BILLING.card.changing)).waitFor(WAIT);
    expect(await page.getByRole("button", { name: BILLING.card.edit }).isDisabled()).toBe(true);
    await page.getByText("•••• 4242").waitFor();
  });
});

describe.skipIf(skipped)("a server without billing in a real browser", () => {
  const server = useServer({ demoInsights: 0 });
  const contexts = useContexts(server);

  it.each(SIZES)(
    "says that billing is not set up, and loads nothing of Stripe, %s px wide",
    async (_, size) => {
      const { page, requests } = await openTab(contexts, DEMO, size);
      await page.getByText(BILLING.off).waitFor(WAIT);
      expect(await page.getByText("Card Information").count()).toBe(0);
      expect(requests).toEqual([]);
      await expectAccessible(page, "billing that is not set up");
    },
  );
});
