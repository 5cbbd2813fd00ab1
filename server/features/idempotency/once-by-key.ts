import { createHash } from "node:crypto";
import { isRecord } from "../../../src/domain/record-guard.ts";
import { FLEET_SENTENCES } from "../../../src/messages/server/fleet.ts";
import { INSIGHT_SENTENCES } from "../../../src/messages/server/insights.ts";
import { IDEMPOTENCY_KEY_HEADER } from "../../../src/protocol/protocol-version.ts";
import type { WriteTransaction } from "../../db/database.ts";
import type { Dependencies } from "../../dependencies.ts";
import { ApiError, invalid } from "../../http/api-error.ts";
import { claimKey, keepAnswer } from "./repository.ts";

const MAX_KEY_LENGTH = 200;

/** A call that its sender may repeat, under a key that is unique for the user. */
export interface KeyedCall {
  readonly userId: number;
  /** As in the header; undefined or empty: none. */
  readonly key: string | undefined;
  /** Method and path, so that a key names one call alone. */
  readonly call: string;
  readonly body: unknown;
}

/**
 * Runs the work of a call and stores its answer in the same transaction. A repeated call with the same key gets that
 * answer, and `work` does not run. A call that fails stores nothing, so that it may be tried again.
 *
 * @throws ApiError key_reused for a key that named another call, invalid for one that is too long
 */
export async function onceByKey<Answer>(
  { db, clock }: Pick<Dependencies, "db" | "clock">,
  { userId, key, call, body }: KeyedCall,
  work: (transaction: WriteTransaction) => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined || key === "") return db.write(work);
  if (key.length > MAX_KEY_LENGTH) {
    throw invalid({ [IDEMPOTENCY_KEY_HEADER]: INSIGHT_SENTENCES.keyTooLong });
  }
  const callHash = createHash("sha256")
    .update(`${call}\n${canonicalJson(body)}`)
    .digest("hex");
  return db.write(async (transaction) => {
    const known = await claimKey(transaction, { userId, key, callHash, nowMs: clock.now() });
    if (known !== null && known.call_hash !== callHash) {
      throw new ApiError(422, "key_reused", { general: FLEET_SENTENCES.keyReused });
    }
    if (known !== null) return JSON.parse(known.answer) as Answer;
    const answer = await work(transaction);
    await keepAnswer(transaction, { userId, key, answer: JSON.stringify(answer) });
    return answer;
  });
}

/** The key of a request, where it has one. */
export function idempotencyKey(headers: Readonly<Record<string, unknown>>): string | undefined {
  const key = headers[IDEMPOTENCY_KEY_HEADER];
  return typeof key === "string" ? key : undefined;
}

/** The same text for equal values, in any order of their fields. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isRecord(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
