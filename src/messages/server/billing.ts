/** The server's sentences about cards and charges. */
export const BILLING_SENTENCES = {
  notSetUp: "Billing is not set up on this server.",
  unavailable: "The payment service does not answer just now. Please try again.",
  declined: "The card was declined.",
  sourceUnusable: "These card details cannot be used any more. Please enter the card again.",
  webhookOff: "The webhook is not set up on this server.",
  webhookRefused: "The signature of this event is not valid, or the event is too old.",
} as const;
