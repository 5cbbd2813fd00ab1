import type { QuotaName } from "../../../src/domain/account/quota.ts";
import { quotaReached } from "../../../src/messages/server/quotas.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError } from "../../http/api-error.ts";
import { lockUser } from "../users/lock-repository.ts";
import { countDevices, countGroups } from "./repository.ts";

type Needs = Pick<Dependencies, "config" | "db">;

const COUNTS = { maxDevices: countDevices, maxGroups: countGroups };

/**
 * Holds a user's row and checks that the user may get so many more, within the transaction that gives them: of two
 * calls at once the second one counts what the first has given. Taken before the rows of Sentinels, as everywhere.
 *
 * @throws ApiError conflict, with the quota, its number and its setting in the sentence
 */
export async function holdRoomFor(
  { config, db }: Needs,
  transaction: WriteTransaction,
  name: keyof typeof COUNTS,
  { userId, more }: { userId: number; more: number },
): Promise<void> {
  await lockUser(db, transaction, userId);
  if (more <= 0) return;
  const held = await COUNTS[name](transaction, userId);
  if (held + more > config[name]) throw overQuota(name, held, config[name]);
}

function overQuota(name: QuotaName, held: number, most: number): ApiError {
  return new ApiError(409, "conflict", { general: quotaReached(name, held, most) });
}
