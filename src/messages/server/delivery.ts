/** Why a message was not sent, and what stands for an answer that never came; shown in the log of messages. */
export const DELIVERY_SENTENCES = {
  notSetUp: "This server is not set up to send this way.",
  integrationGone: "The integration was deleted.",
  notConfirmed: "The address is not confirmed.",
  smsPrefix: "This server sends no text messages to numbers with this beginning.",
  codeNotNeeded: "The address needs no code any more.",
  recordGone: "The insight or alert is no longer yours, was deleted or set aside.",
  alertClosed: "The alert was resolved or acknowledged before the message was sent.",
  restored: "The server was restored from a backup; the message may have been sent before.",
  noWord: "The server stopped while it was sending.",
  noAnswer: "No answer came in time.",
  failed: (error: string) => `It could not be sent: ${error}`,
  overLimit: (limit: number) => `Over your limit of ${limit} messages a day.`,
  tooLate: "It could not be sent in time.",
} as const;

/** Texts of Gundi's events. Those who read them may not know the app. */
export const GUNDI_TEXTS = {
  insight: (className: string, sentinel: string) => `${className} at ${sentinel}`,
  alert: (summary: string, sentinel: string) => `${sentinel}: ${summary}`,
  test: "Test message of Understory",
  accepted: "Gundi took the event.",
  acceptedWithPicture: "Gundi took the event and its photo.",
  pictureRefused: (answer: string) => `Gundi took the event, but not its photo: ${answer}`,
  noObjectId: "Gundi took the event without naming it, so its photo was not sent.",
} as const;

/** Text messages, each with its link at the end. */
export const SMS_TEXTS = {
  insight: (className: string, sentinel: string) => `${className} at ${sentinel}.`,
  insights: (className: string, sentinel: string, count: number) =>
    `${className} at ${sentinel}, ${count} insights.`,
  alert: (summary: string, sentinel: string) => `${sentinel}: ${summary}`,
  code: (code: string) =>
    `${code} is your code for Understory. If you did not ask for it, ignore this message.`,
  test: "Test message of Understory. Your number works.",
  notSent: "This kind of message is not sent as a text message.",
} as const;

/** What a provider answered, for the log. */
export function httpAnswer(status: number, text: string): string {
  return text === "" ? `${status}` : `${status}: ${text}`;
}
