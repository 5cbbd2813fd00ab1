/** Where the present moment comes from: UTC epoch milliseconds. Passed in, so that tests decide what time it is. */
export interface Clock {
  now(): number;
}

/** Where new random identifiers come from. */
export interface Ids {
  /** A random UUID, version 4. */
  uuid(): string;
}
