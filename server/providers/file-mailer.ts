import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock, Ids } from "../../src/domain/clock.ts";
import type { Mail, Mailer } from "./mailer.ts";

/**
 * Writes every mail as a text file into `folder`, for operators without a mail server. Only the account that runs the
 * server can read them: they hold links that open accounts.
 */
export function fileMailer(folder: string, clock: Clock, ids: Ids): Mailer {
  return {
    async send({ to, subject, text }: Mail): Promise<string> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const sentAt = new Date(clock.now()).toISOString();
      const path = join(folder, `${sentAt.replaceAll(":", "-")}-${ids.uuid()}.txt`);
      const lines = [`Date: ${sentAt}`, `To: ${to}`, `Subject: ${subject}`, "", text];
      // Written under another name and renamed, so that no reader sees a part.
      await writeFile(`${path}.part`, lines.join("\n"), { mode: 0o600, flag: "wx" });
      await rename(`${path}.part`, path);
      return "written to a file";
    },
  };
}
