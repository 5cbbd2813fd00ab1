/** The words of push messages on this device. */
export const PUSH = {
  open: "Notifications",
  title: "Notifications on this device",
  log: "Notifications sent",
  words: "This device notifies you of alerts as they are raised, also while the app is closed.",
  switchLabel: "Notify this device",
  switching: "Switching notifications",
  topicsHeading: "Notify me about",
  topics: { alerts: "Alerts", insights: "Insights" } satisfies Record<"alerts" | "insights", string>,
  insightsHint: "“Quiet hours and limits” in Settings apply here too.",
  test: "Send a test",
  testSent: "Sent. It appears on this device within a few seconds.",
  /** @param answer of the push service, as it came */
  testRefused: (answer: string) => `The push service refused it: ${answer}`,
  testGone:
    "The push service did not know this device any more, so it is subscribed anew. Send another test.",
  states: {
    noServer: "This server sends no notifications.",
    unsupported: "This browser cannot show notifications.",
    needsInstall:
      "On an iPhone or iPad, add Understory to the Home Screen first. Then open it from there and switch notifications on.",
    blocked:
      "Notifications of this site are blocked. Allow them in the settings of the browser, then open this again.",
    failing:
      "Switched on, but the server or the push service could not be reached. It is tried again when you open the app.",
  },
  noPushService: "The push service of this browser could not be reached. Check the connection and try again.",
  notAllowed: "Notifications were not allowed, so they stay off.",
  /** After an action on a notification. */
  acknowledged: "The alert is acknowledged.",
  undone: "Nothing was sent.",
  insightActed: (status: string) =>
    status === "archive" ? "Archived, unsaved. Save sends it." : "Acknowledged, unsaved. Save sends it.",
  notStored: "This could not be stored on this device. Nothing was changed.",
} as const;
