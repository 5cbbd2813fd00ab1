import type { Dependencies } from "../dependencies.ts";
import { createPushSender } from "../features/push/push-sender.ts";
import { gundiSender } from "../providers/gundi-sender.ts";
import { twilioSender } from "../providers/twilio-sender.ts";
import { mailSender } from "./mail/mail-sender.ts";
import type { Sender, Senders } from "./sender.ts";

type Needs = Pick<Dependencies, "db" | "config" | "mailer" | "clock" | "pushKeys" | "postPush">;

/** The senders that the settings name. */
export function chooseSenders(needs: Needs): Senders {
  const { config, clock } = needs;
  return {
    gundi: gundiSender({ apiBase: config.gundiApiBase, clock }),
    email: mailSender(needs),
    sms: chooseTwilio(needs),
    push: createPushSender(needs),
  };
}

function chooseTwilio({ config, clock }: Needs): Sender | null {
  const {
    twilioAccountSid: accountSid,
    twilioAuthToken: authToken,
    twilioFrom: from,
    twilioApiBase,
  } = config;
  if (accountSid === null || authToken === null || from === null) return null;
  return twilioSender({ accountSid, authToken, from, apiBase: twilioApiBase, clock });
}
