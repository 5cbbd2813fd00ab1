/** The words of mails about insights and alerts, of the daily digest, and of the page that ends them. */

const photos = (count: number) => (count === 1 ? "1 insight" : `${count.toLocaleString("en")} insights`);

export const NOTIFICATION_MAILS = {
  frame: {
    unsubscribe: "Stop these emails",
    settings: "Change what is sent",
  },
  /** What the log says where no mail server answered. */
  answers: {
    noAddress: "There is no address to send to.",
    nothingToTell: "Nothing arrived and no alert is open, so there was nothing to tell.",
  },
  why: {
    all: "You get this email because your email integration tells you of all class names.",
    classes: (className: string) =>
      `You get this email because your email integration tells you of "${className}".`,
    group: (className: string) =>
      `You get this email because your email integration tells you of "${className}" in a group of this Sentinel.`,
    alert: "You get this email because alerts are enabled in your email integration.",
    digest: "You get this email because your email integration sends a daily summary.",
    test: "You get this email because Test was pressed in your settings.",
    code: "You get this email because somebody, hopefully you, entered this address in Understory. Without the code nothing else is sent to it.",
  },
  insight: {
    subject: (className: string, sentinel: string) => `${className} at ${sentinel}`,
    preview: (count: number, time: string) => `${photos(count)}, ${time}`,
    one: (className: string, sentinel: string) => `${className} at ${sentinel}`,
    count: (count: number) => photos(count),
    open: "Open in Understory",
    alt: (className: string, sentinel: string) => `Photo: ${className} at ${sentinel}`,
    noPhoto: "There is no photo yet.",
    quiet: "Too many of these? Change what is sent: mute this class or this Sentinel, or set quiet hours.",
  },
  facts: {
    sentinel: "Sentinel",
    location: "Location",
    confidence: "Confidence",
    insights: "Insights",
    time: "Time",
    since: "Since",
  },
  alert: {
    subject: (summary: string, sentinel: string) => `${sentinel}: ${summary}`,
    open: "Open the alerts",
  },
  code: {
    subject: (code: string) => `${code} is your Understory code`,
    title: "Confirm this address",
    lead: "Enter this code in Settings, Integrations, so that Understory may send emails to this address:",
    life: "The code is valid for one day. If you did not ask for it, do nothing.",
    open: "Open the settings",
  },
  test: {
    subject: "Test from Understory",
    title: "Emails arrive",
    lead: "This is the test that was asked for in your settings. Emails from Understory reach this address.",
    open: "Open the settings",
  },
  digest: {
    subject: (count: number, day: string) => `${photos(count)} on ${day}`,
    quietSubject: (day: string) => `Understory on ${day}`,
    title: (day: string) => `Your Sentinels, ${day}`,
    span: (from: string, to: string) => `What arrived from ${from} to ${to}.`,
    totals: (insights: string, sentinels: string) => `${insights} from ${sentinels}.`,
    sentinels: (count: number) => (count === 1 ? "1 Sentinel" : `${count.toLocaleString("en")} Sentinels`),
    insights: photos,
    notReviewed: (count: number) =>
      count === 0
        ? "All of it is reviewed."
        : `${count.toLocaleString("en")} of them ${count === 1 ? "is" : "are"} not reviewed.`,
    byClass: "By class",
    bySentinel: "By Sentinel",
    byHour: "By hour of arrival",
    classColumn: "Class",
    sentinelColumn: "Sentinel",
    insightsColumn: "Insights",
    others: (count: number) => `${count} more`,
    openAlerts: "Open alerts",
    noAlerts: "No alert is open.",
    moreAlerts: (count: number) => `${count} more alerts are open.`,
    alertsColumn: "Since",
    silent: "Silent Sentinels",
    silentLead: "Nothing has arrived from them for two days or more.",
    silentColumn: "Last call",
    never: "never",
    classChart: (rows: string) => `Bars: insights by class. ${rows}`,
    hourChart: (rows: string) => `Bars: insights by hour of arrival. ${rows}`,
    review: "Review what is new",
    nothing: "Nothing arrived.",
  },
  unsubscribe: {
    title: "Stop emails",
    ask: "Stop all emails about insights and alerts, and the daily summary, to this address?",
    button: "Stop these emails",
    done: "Stopped. No more emails are sent to this address. They can be turned on again in Settings, Integrations.",
    unknown: "This link is not valid any more. Nothing is sent through it.",
  },
} as const;
