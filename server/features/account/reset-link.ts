import { linkBase } from "../../config.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { hashSecret, newSecret } from "../sessions/token.ts";
import { insertResetCode } from "./repository.ts";

export const RESET_LINK_LIFE_MINUTES = 30;

/**
 * A new link for setting a new password. Its code stands behind a #, which browsers do not send, so that it is in no
 * log.
 */
export async function newResetLink(
  { clock, config }: Pick<Dependencies, "clock" | "config">,
  transaction: WriteTransaction,
  userId: number,
): Promise<string> {
  const code = newSecret();
  const nowMs = clock.now();
  const endedBeforeMs = nowMs - RESET_LINK_LIFE_MINUTES * 60_000;
  await insertResetCode(transaction, { codeHash: hashSecret(code), userId, nowMs, endedBeforeMs });
  return `${linkBase(config)}/resetpassword#code=${code}`;
}
