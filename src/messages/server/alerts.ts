/** What the server says of alerts. */
export const ALERT_SENTENCES = {
  wrongStep: "An alert goes from new to acknowledged, then to resolved.",
} as const;
