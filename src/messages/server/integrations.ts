import type { TargetFault, TargetPlatform } from "../../domain/integration/targets.ts";

/** Integrations; texts of the specification are literal. */
export const TARGET_FAULTS: Readonly<Record<TargetPlatform, Readonly<Record<TargetFault, string>>>> = {
  email: { malformed: "Not a valid email.", duplicate: "Email has already been added." },
  sms: { malformed: "Not a valid phone number.", duplicate: "Phone Number has already been added." },
};

export const INTEGRATION_SENTENCES = {
  tooMany: {
    email: "At most 3 emails can be added.",
    sms: "At most 2 phone numbers can be added.",
  },
  noTarget: {
    email: "Add at least one email.",
    sms: "Add at least one phone number.",
  },
  gundiApiKey: "Enter the API key that Gundi gave you: 8 to 200 letters, digits and signs, without spaces.",
  exists: "There is an integration of this kind already. Edit it, or delete it first.",
  missing: "There is no integration of this kind.",
  nothingToChange: "Name at least one field to change.",
  noClass: "Choose at least one class.",
  groupTwice: "This group has been chosen already.",
  groupUnknown: "There is no such group.",
  codeWrong: "This code is not right. Check it, or ask for a new one.",
  codeVoid: "This code is not valid any more. Please ask for a new one.",
  targetUnknown: "This address is not part of the integration.",
  targetConfirmed: "This address has confirmed already.",
  targetUnconfirmed: "This address has not confirmed yet. Enter its code first.",
  smsNotSetUp: "Text messages are not set up on this server.",
  timeZone: "This time zone is not known.",
  codeLimit: "Not sent: too many codes were asked for this address today.",
  smsCodeLimit: "Not sent: this server sends no more codes as text messages today. Try again tomorrow.",
  smsPrefix: "This server sends no text messages to numbers with this beginning.",
} as const;
