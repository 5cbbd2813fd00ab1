/** The text inside of the archive that holds all data of one account. */
export const EXPORT_README = (account: { username: string; at: string; hasPhotos: boolean }) =>
  [
    `All data of the Understory account "${account.username}", read on ${account.at} (UTC).`,
    "",
    "Most lists are here twice with the same content: as JSON, and as CSV for spreadsheets (UTF-8, commas).",
    "Times are UTC, ISO 8601. Units: minutes for cycle and sync times, volts for batteries, bytes for memory,",
    "0 to 1 for confidence, degrees for positions. A field without a value is null in JSON and empty in CSV.",
    "Changes that were made while the archive was being read may be in one file and not yet in another.",
    "",
    "profile.json            your name, email, phone, country, username and role",
    "profile-photo.webp      your profile photo, where you have one",
    "sessions.json           the devices that are signed in, with what their browsers call themselves",
    "sentinels.json, .csv    the Sentinels that are assigned to you",
    "groups.json             your groups with their Sentinels",
    "insights.json, .csv     every insight that you reach: class, confidence, time, position, status, photo",
    "history.json, .csv      every status that you gave to an insight: before, after, when",
    "alerts.json, .csv       your alerts, resolved ones too",
    "settings.json           features, settings of alerts and of each group, integrations without keys",
    "bulk-updates.json       what you saved, in the portions in which it was sent",
    "device-updates.json     the updates of Sentinels that you asked for",
    "models.json             the models in your account",
    "charges.json            your invoices, as this server knows them; amounts in cents, created in Unix seconds",
    ...(account.hasPhotos
      ? ["photos/                 the photos of those insights, named SENTINEL/INSIGHT-PHOTO"]
      : ["The photos of insights are not in this archive: it was asked for without them."]),
    "",
    "Not in here, because they are stored only as hashes: your password, and the tokens of signed-in devices.",
    "",
  ].join("\r\n");
