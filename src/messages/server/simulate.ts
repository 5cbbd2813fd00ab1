/** What `npm run simulate` says. */
export const SIMULATE_MESSAGES = {
  usage: [
    "Usage: npm run simulate -- [options]",
    "Sends to a server what Sentinels in the field would: sightings, photographs, reports of themselves, answers to",
    "updates; over bad links, with dying batteries and wrong clocks. The same seed and start send the same again.",
    "",
    "  --url URL        the server (http://127.0.0.1:8080)",
    "  --devices N      how many Sentinels, 1 to 2000 (20)",
    "  --days N         how many days of theirs, 1 to 366 (30)",
    "  --speed N        how much faster than life; 0 is as fast as it goes (0)",
    "  --start TIME     when it begins, ISO 8601 in UTC (so that it ends about now)",
    "  --seed TEXT      another seed gives other Sentinels and another life (1)",
    "  --photos KIND    drawn, plain (small and quick) or none (plain)",
    "  --no-updates     asks for no updates of the Sentinels",
    "",
    "Whose Sentinels they are, from the environment: SIMULATE_TOKEN, or SIMULATE_EMAIL and SIMULATE_PASSWORD.",
    "Registers them over the API where they are not yet registered, and makes known ones new keys.",
    "Updates are asked for where staff have approved a release for the account.",
  ].join("\n"),
  wrongOption: (reason: string) => `The command is wrong: ${reason}`,
  notANumber: (option: string, least: number, most: number) =>
    `--${option} must be from ${least} to ${most}.`,
  notATime: "--start must be a time such as 2026-05-01T00:00:00Z.",
  notAKind: (kinds: readonly string[]) => `--photos must be one of: ${kinds.join(", ")}.`,
  notAnAddress: (url: string) => `--url is no address of a server: "${url}".`,
  noAccount: "Set SIMULATE_TOKEN, or SIMULATE_EMAIL and SIMULATE_PASSWORD, to say whose Sentinels they are.",
  noSignIn: (status: number) => `The server does not sign this account in (${status}).`,
  notReached: (url: string) => `There is no server at ${url}.`,
  notRegistered: (deviceId: string, status: number) =>
    `The server does not register ${deviceId} (${status}). Another seed gives other names.`,
  registered: (devices: number) => `${devices} Sentinels are registered.`,
  day: (day: number, days: number, insights: number, photos: number) =>
    `day ${day} of ${days}: ${insights} insights, ${photos} photographs`,
  done: "What the server answered:",
} as const;
