// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, configure, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PublicConfigContext } from "../../../../src/client/public-config.tsx";
import { BillingTab } from "../../../../src/features/account/billing/billing-tab.tsx";
import { BILLING } from "../../../../src/messages/account/billing.ts";
import { ONLINE } from "../../../../src/messages/offline/online.ts";
import { TRY_AGAIN } from "../../../../src/messages/words.ts";
import type { Charge } from "../../../../src/protocol/calls/billing-calls.ts";
import type { PublicConfig } from "../../../../src/protocol/shapes.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const frame = vi.hoisted(() => ({
  loads: true,
  keys: [] as string[],
  answer: (): unknown => ({ token: { id: "tok_1" } }),
  onChange: (_: { error?: { message: string } }): void => undefined,
  open: 0,
}));

// The provider's script is not there in these tests; a browser test loads a stand-in of it.
vi.mock("@stripe/stripe-js/pure", () => ({
  async loadStripe(key: string) {
    frame.keys.push(key);
    if (!frame.loads) throw new Error("Failed to load Stripe.js");
    const card = {
      on(event: string, handler: (given: object) => void) {
        if (event === "change") frame.onChange = handler;
        if (event === "ready") queueMicrotask(() => handler({}));
      },
      mount() {
        frame.open += 1;
      },
      update: () => undefined,
      destroy() {
        frame.open -= 1;
      },
    };
    return { elements: () => ({ create: () => card }), createToken: async () => frame.answer() };
  },
}));

const VISA = { brand: "Visa", last4: "4242", exp_month: 8, exp_year: 2031 };
const charge = (number: number, change: Partial<Charge> = {}): Charge => ({
  id: `ch_${number}`,
  description: `Plan ${number}`,
  created: 1_700_000_000 + number * 86_400,
  amount: number * 100,
  currency: "usd",
  status: "succeeded",
  ...change,
});

function open(
  routes: Parameters<typeof createFakeHttp>[0] = {},
  { key = "pk_test_1" as string | null, widthPx = 1440, phase = "online" as "online" | "offline" } = {},
) {
  const http = createFakeHttp({
    "GET /api/getCard": { card: { card: null } } as unknown as { message: unknown },
    "GET /api/getCharges": { message: [] },
    ...routes,
  });
  const config = { stripePublishableKey: key } as PublicConfig;
  const sync = { phase, freshAtMs: 0, pulling: false, firstSync: null, failed: false };
  const shown = renderScreen(
    <PublicConfigContext value={config}>
      <BillingTab />
    </PublicConfigContext>,
    { http, sync },
    { address: "/?tab=account&part=billing", widthPx },
  );
  return { ...shown, http };
}

const cardAnswer = (card: object | null) => ({ card: { card } }) as unknown as { message: unknown };
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

async function openForm(name: string = BILLING.card.add): Promise<HTMLElement> {
  fireEvent.click(await screen.findByRole("button", { name }));
  const dialog = await screen.findByRole("dialog");
  await waitFor(() =>
    expect(within(dialog).getByText<HTMLButtonElement>(BILLING.form.save).disabled).toBe(false),
  );
  return dialog;
}

configure({ asyncUtilTimeout: 5000 });
beforeEach(() => {
  frame.loads = true;
  frame.keys = [];
  frame.answer = () => ({ token: { id: "tok_1" } });
});
afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

describe("the Billing tab", () => {
  it("says that billing is not set up where the server has no key, and asks it for nothing", async () => {
    const { http } = open({}, { key: null });
    await screen.findByText(BILLING.off);
    expect(screen.queryByRole("button")).toBeNull();
    expect(http.calls).toEqual([]);
  });

  it("shows the new card, says so, and reads the charges anew", async () => {
    let answerNow: (answer: { message: unknown }) => void = () => undefined;
    const answer = new Promise<{ message: unknown }>((resolve) => {
      answerNow = resolve;
    });
    const { http } = open({ "POST /api/setSource": () => answer });
    const dialog = await openForm();
    expect(frame.keys).toEqual(["pk_test_1"]);
    const save = within(dialog).getByText<HTMLButtonElement>(BILLING.form.save);
    fireEvent.click(save);
    await waitFor(() => expect(save.getAttribute("aria-busy")).toBe("true"));
    expect(toastStore.getState().toasts).toEqual([]);
    await act(async () => answerNow(cardAnswer(VISA)));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(toastStore.getState().toasts).toMatchObject([
      { tone: "ok", message: "Card updated successfully!" },
    ]);
    await screen.findByText("•••• 4242");
    expect(http.calls).toContain('POST /api/setSource {"token":"tok_1"}');
    // The provider may have charged what was overdue.
    expect(http.calls.filter((call) => call === "GET /api/getCharges")).toHaveLength(2);
    expect(frame.open).toBe(0);
  });

  it.each([
    [{ status: 402, errors: { general: "Your card was declined." } }, "Your card was declined."],
    [
      { status: 503, errors: { general: "The payment service does not answer just now. Please try again." } },
      "The payment service does not answer just now. Please try again.",
    ],
    ["silence", ONLINE.unanswered],
    ["proxyPage", ONLINE.unanswered],
  ] as const)(
    "tracks an update of the card from its beginning to its failure with a reason, and tried again to its success [API-08]: %j",
    async (answer, reason) => {
      let refusals = 1;
      const { http } = open({
        "POST /api/setSource": () => (refusals-- > 0 ? answer : cardAnswer(VISA)),
      });
      const dialog = await openForm();
      const save = within(dialog).getByText<HTMLButtonElement>(BILLING.form.save);
      expect(save.getAttribute("aria-busy")).toBeNull();
      fireEvent.click(save);
      expect(save.getAttribute("aria-busy")).toBe("true");
      await within(dialog).findByText(`Failed to set card info (${reason})`);
      if (reason === ONLINE.unanswered)
        await expect.poll(() => http.calls.filter((call) => call === "GET /api/getCard")).toHaveLength(2);
      fireEvent.click(within(dialog).getByText(BILLING.form.save));
      await screen.findByText("•••• 4242");
    },
  );

  it("sends nothing where the provider does not take the card, and shows its words", async () => {
    frame.answer = () => ({ error: { message: "Your card number is incomplete." } });
    const { http } = open();
    const dialog = await openForm();
    act(() => frame.onChange({ error: { message: "Your card number is invalid." } }));
    within(dialog).getByText("Your card number is invalid.");
    act(() => frame.onChange({}));
    expect(within(dialog).queryByText("Your card number is invalid.")).toBeNull();
    fireEvent.click(within(dialog).getByText(BILLING.form.save));
    await within(dialog).findByText("Failed to set card info (Your card number is incomplete.)");
    expect(http.calls.some((call) => call.startsWith("POST"))).toBe(false);
  });

  it("loads the card form again where it could not be loaded", async () => {
    frame.loads = false;
    open();
    fireEvent.click(await screen.findByRole("button", { name: BILLING.card.add }));
    await screen.findByText(BILLING.form.notLoaded);
    expect(button(BILLING.form.save).disabled).toBe(true);
    frame.loads = true;
    fireEvent.click(screen.getByRole("button", { name: TRY_AGAIN }));
    await waitFor(() => expect(button(BILLING.form.save).disabled).toBe(false));
  });

  it("goes on with an update when the form is closed, and says how it ended", async () => {
    let answerNow: (answer: { status: number; errors: Record<string, string> }) => void = () => undefined;
    const answer = new Promise<{ status: number; errors: Record<string, string> }>((resolve) => {
      answerNow = resolve;
    });
    open({ "POST /api/setSource": () => answer });
    const dialog = await openForm();
    fireEvent.click(within(dialog).getByText(BILLING.form.save));
    fireEvent.click(within(dialog).getByText("Cancel"));
    await act(async () => answerNow({ status: 402, errors: { general: "Your card has expired." } }));
    await screen.findByText("Failed to set card info (Your card has expired.)");
  });

  it("tracks a fetch of charges from its beginning to its success, or to its failure with a way to try again [API-09]", async () => {
    let fails = true;
    open({
      "GET /api/getCharges": () => (fails ? { status: 503 } : { message: [charge(1)] }),
    });
    expect(screen.getAllByText(/loading/i).length).toBeGreaterThan(0);
    await screen.findByText(ONLINE.failedTitle(BILLING.invoices.list));
    fails = false;
    fireEvent.click(screen.getByRole("button", { name: TRY_AGAIN }));
    await screen.findByText("Plan 1");
  });

  it("shows the newest charges first, ten for a page, with day, amount and status", async () => {
    const charges = Array.from({ length: 12 }, (_, at) => charge(at + 1));
    open({
      "GET /api/getCharges": {
        message: [charge(13, { status: "refunded", amount: 1_205, currency: "eur" }), ...charges],
      },
    });
    const table = await screen.findByRole("table");
    const texts = () =>
      within(table)
        .getAllByRole("row")
        .slice(1)
        .map((row) => row.textContent ?? "");
    await waitFor(() => expect(texts()).toHaveLength(10));
    expect(texts()[0]).toBe("27 Nov 2023Plan 1312.05 EURUnknown");
    expect(texts()[1]).toBe("26 Nov 2023Plan 1212.00 USDsucceeded");
    const size = screen.getByRole<HTMLSelectElement>("combobox", { name: "Rows per page" });
    expect([...size.options].map(({ value }) => value)).toEqual(["5", "10", "25", "50"]);
    expect(screen.queryByRole("button", { name: "Scroll without pages" })).toBeNull();
    fireEvent.change(size, { target: { value: "25" } });
    await waitFor(() => expect(texts()).toHaveLength(13));
  });

  it("says that card and invoices need a connection, and reads them when it is back", async () => {
    const { setSync } = open(
      { "GET /api/getCard": () => cardAnswer(VISA), "GET /api/getCharges": { message: [charge(1)] } },
      { phase: "offline" },
    );
    act(() => setSync({ phase: "online" }));
    await screen.findByText("•••• 4242");
    act(() => setSync({ phase: "offline" }));
    await screen.findByText(ONLINE.onlyOnline(BILLING.card.changing));
    expect(button(BILLING.card.edit).disabled).toBe(true);
    screen.getByText("Plan 1");
    screen.getByText(ONLINE.outdated);
  });

  it("is offline at once where nothing was read yet", async () => {
    open({ "GET /api/getCard": "silence", "GET /api/getCharges": "silence" }, { phase: "offline" });
    await screen.findByText(ONLINE.offlineList(BILLING.card.name));
    await screen.findByText(ONLINE.offlineList(BILLING.invoices.list));
  });

  it("marks a card that has expired", async () => {
    open({ "GET /api/getCard": cardAnswer({ ...VISA, exp_year: 2001 }) });
    await screen.findByText(BILLING.card.expired);
  });
});
