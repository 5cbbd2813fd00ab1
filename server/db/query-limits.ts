/** How long one statement may run before the database ends it and its caller fails with QueryTooLong. */
export interface QueryLimits {
  readonly readMs: number;
  readonly writeMs: number;
}

/**
 * Reads of a large archive take a second or two on a small machine. Setting a whole Sentinel aside is the longest
 * write.
 */
export const QUERY_LIMITS: QueryLimits = { readMs: 15_000, writeMs: 120_000 };
