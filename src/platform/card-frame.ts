import type { StripeCardElement, StripeElementStyle } from "@stripe/stripe-js";

/** How the field inside of the provider's frame looks; the page's style sheets do not reach it. Colours as CSS has them. */
export interface CardFrameLook {
  readonly color: string;
  readonly placeholderColor: string;
  readonly errorColor: string;
  readonly fontFamily: string;
}

/** The source that a card was exchanged for, or why it was not, in the provider's words. */
export type CardSource = { kind: "source"; token: string } | { kind: "refused"; reason: string };

/** The payment provider's own field for a card. Number and code stay in its frame. */
export interface CardFrame {
  source(): Promise<CardSource>;
  restyle(look: CardFrameLook): void;
  close(): void;
}

const READY_WITHIN_MS = 20_000;

/**
 * Loads Stripe's script and opens its field for a card at a place of the page.
 *
 * Stripe asks for its script to come from its own server, so the field needs a connection. The script is loaded once
 * for a page, and again after a failure.
 *
 * @param onProblem called with what is wrong with the present input; null where nothing is
 * @throws where the script or the field cannot be loaded in 20 s
 */
export async function openCardFrame(
  publishableKey: string,
  place: HTMLElement,
  look: CardFrameLook,
  onProblem: (problem: string | null) => void,
): Promise<CardFrame> {
  const { loadStripe } = await import("@stripe/stripe-js/pure");
  const stripe = await inTime(loadStripe(publishableKey, { locale: "en" }));
  if (stripe === null) throw new Error("Stripe's script needs a browser.");
  const card = stripe.elements().create("card", { style: styleOf(look), disableLink: true });
  card.on("change", ({ error }) => onProblem(error?.message ?? null));
  try {
    await inTime(untilReady(card, place));
  } catch (error) {
    card.destroy();
    throw error;
  }
  return {
    async source() {
      // The present Stripe.js has no createSource; a token is a source that can be used once.
      const { token, error } = await stripe.createToken(card);
      return error === undefined
        ? { kind: "source", token: token.id }
        : { kind: "refused", reason: error.message ?? "" };
    },
    restyle: (next) => card.update({ style: styleOf(next) }),
    close: () => card.destroy(),
  };
}

function untilReady(card: StripeCardElement, place: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    card.on("ready", () => resolve());
    card.on("loaderror", ({ error }) => reject(new Error(error.message ?? "The card field did not load.")));
    card.mount(place);
  });
}

function styleOf({ color, placeholderColor, errorColor, fontFamily }: CardFrameLook): StripeElementStyle {
  return {
    base: {
      color,
      iconColor: color,
      fontFamily,
      fontSize: "16px",
      "::placeholder": { color: placeholderColor },
    },
    invalid: { color: errorColor, iconColor: errorColor },
  };
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The card form did not come in time.")), READY_WITHIN_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
