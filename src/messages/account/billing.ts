import type { ChargeStatus } from "../../domain/account/charge.ts";

const STATUS_WORDS: Record<ChargeStatus, string> = {
  succeeded: "succeeded",
  pending: "pending",
  failed: "failed",
  unknown: "Unknown",
};

/** The words of the Billing tab; those of its two sections, their states and the card's answers are literal in the specification. */
export const BILLING = {
  off: "Billing is not set up",
  offWords: "This server takes no payments, so there is no card and no invoice here.",
  /** As the beginning of a sentence. */
  whether: "Whether this server takes payments",

  card: {
    title: "Card Information",
    /** As the beginning of a sentence. */
    name: "The card",
    changing: "Changing the card",
    none: "No card on file",
    noneWords: "Invoices are charged to the card that you add here.",
    brand: "Brand",
    number: "Number",
    lastDigits: (last4: string) => `•••• ${last4}`,
    expiry: "Expires",
    expired: "Expired",
    add: "Add card",
    edit: "Edit card",
    updated: "Card updated successfully!",
    failed: (reason: string) => `Failed to set card info (${reason})`,
  },

  form: {
    field: "Card details",
    words:
      "What you type goes to Stripe alone. This server gets the brand, the last four digits and the expiry.",
    replaces: "The new card takes the place of the one on file.",
    loading: "The card form is loading.",
    notLoaded:
      "The card form of Stripe could not be loaded. Check your connection, and whether something blocks js.stripe.com.",
    save: "Save card",
  },

  invoices: {
    title: "Billing Invoices",
    caption: "Billing invoices",
    /** As the beginning of a sentence. */
    list: "The list of invoices",
    none: "No charges found",
    newestFirst: "Newest first",
    untitled: "Charge",
    columns: {
      date: "Date (UTC)",
      description: "Description",
      amount: "Amount",
      status: "Status",
      currency: "Currency",
      id: "Number of the charge",
    },
    status: (status: ChargeStatus) => STATUS_WORDS[status],
  },
} as const;
