/** Limits of a request's body, in bytes, decompressed. A body holds up all other requests while it is parsed and checked. */
export const BODY_LIMITS = {
  /** Where a route names none: several times the fields of any call. */
  fields: 64 * 1024,
  /** Nothing in the body counts. */
  ignored: 4 * 1024,
  /** A Sentinel's report: 20,000 characters of `startup_data`, each of them escaped, with all other fields. */
  report: 160 * 1024,
  /** An event of the payment provider; anybody may send one, and it is in memory before its signature is known. */
  event: 256 * 1024,
  /** Calls that name Sentinels, groups, classes or insights by the hundred. */
  list: 1024 * 1024,
  /** A thousand insights with all their fields. */
  insights: 4 * 1024 * 1024,
  /** Assignments, which name thousands of ids; staff alone send them. */
  assignment: 8 * 1024 * 1024,
} as const;
