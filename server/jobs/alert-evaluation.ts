import { MINUTE_MS } from "../../src/domain/time.ts";
import type { Database } from "../db/database.ts";
import { evaluateAllAlerts } from "../features/alerts/evaluation-service.ts";
import { claimEvaluation, isEvaluationDue } from "./alert-evaluation-repository.ts";

/** Silence is noticed this much late at most; what Sentinels send is evaluated as it arrives. */
const EVALUATE_EVERY_MS = 5 * MINUTE_MS;

/**
 * Evaluates all alerts where the last evaluation is a few minutes old. Its time is in the database, so that one of
 * several servers does it. A server that dies during it loses nothing, because the next evaluation decides the rest.
 *
 * @returns whether it was due
 */
export async function evaluateDueAlerts(db: Database, nowMs: number): Promise<boolean> {
  if (!(await isEvaluationDue(db, nowMs, EVALUATE_EVERY_MS))) return false;
  if (!(await claimEvaluation(db, nowMs, EVALUATE_EVERY_MS))) return false;
  await evaluateAllAlerts(db, nowMs);
  return true;
}
