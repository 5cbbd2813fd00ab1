import { HOUR_MS } from "../../src/domain/time.ts";
import type { WriteTransaction } from "../db/database.ts";
import { throttled } from "../http/api-error.ts";
import { takeUse } from "./use-limit-repository.ts";

const TESTS_AN_HOUR = 5;

/** Limits how often a user sends a test message, by all ways together. @throws ApiError throttled */
export async function takeTestMessage(
  transaction: WriteTransaction,
  userId: number,
  nowMs: number,
): Promise<void> {
  const limit = { key: `test:${userId}`, most: TESTS_AN_HOUR, spanMs: HOUR_MS };
  const waitS = await takeUse(transaction, limit, nowMs);
  if (waitS > 0) throw throttled(waitS);
}
