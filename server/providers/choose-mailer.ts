import { join } from "node:path";
import type { Clock, Ids } from "../../src/domain/clock.ts";
import type { Config } from "../config.ts";
import { fileMailer } from "./file-mailer.ts";
import type { Mailer } from "./mailer.ts";
import { smtpMailer } from "./smtp-mailer.ts";

/** The mailer that the settings name: SMTP_URL, or files in DATA_DIR/mail. */
export function chooseMailer(config: Config, clock: Clock, ids: Ids): Mailer {
  const { smtpUrl, publicUrl, mailFrom, dataDir } = config;
  if (smtpUrl === null) return fileMailer(join(dataDir, "mail"), clock, ids);
  const host = publicUrl === null ? "localhost" : new URL(publicUrl).hostname;
  return smtpMailer(smtpUrl, mailFrom ?? `Understory <no-reply@${host}>`);
}
