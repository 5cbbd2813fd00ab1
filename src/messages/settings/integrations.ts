import type { Platform } from "../../domain/integration/integration.ts";
import type { TargetPlatform } from "../../domain/integration/targets.ts";
import { MOST_TARGETS } from "../../domain/integration/targets.ts";
import type { DeliveryStatus } from "../../domain/notification/delivery-subject.ts";

/** The words of the integrations; "Integration updated." and "Integration failed to update." are the specification's. */
export const INTEGRATIONS = {
  what: "The list of integrations",
  changing: "Changing integrations",
  intro:
    "An integration sends your insights and alerts to you by email or text message, or to Gundi. Other people do not see yours.",
  platforms: { gundi: "Gundi", email: "Email", sms: "SMS" } satisfies Record<Platform, string>,
  about: {
    gundi:
      "Sends insights as events to a Gundi connection of yours, and from there to EarthRanger and other systems.",
    email: "Sends insights, alerts and a daily summary to up to 3 addresses.",
    sms: "Sends insights and alerts as text messages to up to 2 phones.",
  } satisfies Record<Platform, string>,
  notSetUp: {
    email:
      "This server does not send email yet. Addresses can be entered, but nothing reaches them until the operator has set it up.",
    sms: "This server does not send text messages yet. Numbers can be entered, but nothing reaches them until the operator has set it up.",
  },

  add: (name: string) => `Set up ${name}`,
  edit: "Edit",
  editNamed: (name: string) => `Edit ${name}`,
  delete: "Delete",
  deleteNamed: (name: string) => `Delete ${name}`,
  test: "Send a test",
  messages: "Messages",
  save: "Save",
  discardAsk: "What you changed is not saved.",
  discard: "Discard",
  keepEditing: "Go on editing",
  updated: "Integration updated.",
  failed: "Integration failed to update.",
  fields: "Please check the marked fields.",

  deleteTitle: (name: string) => `Delete ${name}?`,
  deleteWords: (name: string) =>
    `Delete is permanent: ${name} sends nothing more, and its settings are gone. A new integration may be added afterwards.`,
  keep: "Keep",
  deleted: (name: string) => `${name} was deleted.`,

  key: "API key",
  keyHint: "Gundi shows it on the page of your connection. It is stored on the server and never shown again.",
  keyFixed: (masked: string) =>
    `API key ${masked}. For another key, delete this integration and add a new one.`,
  target: { email: "Email", sms: "Phone number" } satisfies Record<TargetPlatform, string>,
  targetNumbered: (label: string, at: number) => (at === 0 ? label : `${label} ${at + 1}`),
  targetHint: {
    email: "A new address gets a code, and nothing else before you have entered it here.",
    sms: "With the country's code, such as +255 712 345 678. Without a plus it is taken as a number of the USA or Canada (+1).",
  } satisfies Record<TargetPlatform, string>,
  addTarget: { email: "Add another email", sms: "Add another number" } satisfies Record<
    TargetPlatform,
    string
  >,
  removeTarget: (label: string) => `Remove ${label}`,
  mostTargets: (platform: TargetPlatform) => `${MOST_TARGETS[platform]} at most.`,

  alerts: "Alerts",
  alertSettings: { enabled: "Send alerts", disabled: "Send no alerts" },
  digest: "Summary",
  digestSettings: { daily: "Daily", none: "None" },
  insights: "Insights",
  byGroup: "Notify for select groups",
  byGroupHint:
    "Off: the same classes for all your Sentinels. On: each group that you choose has its own classes.",
  modes: { all: "All class names", some: "Selected classes", none: "No insights, only what is chosen above" },
  noInsights: "No insights",
  classes: "Classes",
  classesHint: "The classes that your insights and models know.",
  classesChosen: (count: number) => (count === 1 ? "1 class" : `${count} classes`),
  group: "Group",
  chooseGroup: "Choose a group",
  chooseGroupFirst: "Choose a group.",
  chooseClass: "Choose at least one class.",
  addGroup: "Add a group",
  removeGroup: (name: string) => `Remove ${name}`,
  noGroups: "You have no groups yet. Make one on the Groups screen first.",
  noGroupChosen: "Add at least one group.",
  goneGroup: "A group that is gone",

  summary: {
    insights: "Insights",
    alerts: "Alerts",
    digest: "Summary",
    on: "On",
    off: "Off",
    daily: "Daily",
    none: "None",
    all: "All classes",
    groups: (count: number) => (count === 1 ? "1 group" : `${count} groups`),
  },

  confirmed: "Confirmed",
  unconfirmed: "Not confirmed",
  code: (target: string) => `Code for ${target}`,
  codeHint: "Six digits. They were sent to this address and are valid for a day.",
  confirm: "Confirm",
  confirmedToast: (target: string) => `${target} is confirmed.`,
  sendCode: "Send a new code",
  codeSent: (target: string) => `A new code is on its way to ${target}.`,
  codeLimit: "No more codes can be sent to this address today. Try again tomorrow.",

  testLimit: "Five tests an hour. Wait a while, then try again.",
  testing: "Waiting for the answer …",
  tested: {
    sent: "The test was accepted.",
    failed: "The test was refused.",
    dropped: "The test was not sent.",
    waiting: "The test was not accepted yet. It is tried again by itself.",
    sending: "The test is being sent. There is no answer yet.",
  } satisfies Record<DeliveryStatus, string>,
  answer: (answer: string) => `Answer: ${answer}`,
} as const;
