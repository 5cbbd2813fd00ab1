/** Source of the present time: UTC epoch milliseconds. Passed in, so that tests set it. */
export interface Clock {
  now(): number;
}

/** Source of random identifiers. */
export interface Ids {
  /** A random UUID, version 4. */
  uuid(): string;
}
