/** The most of one thing that an account may hold on a server. */
export interface Quota {
  /** The setting of the environment that changes it. */
  readonly setting: string;
  readonly fallback: number;
  readonly meaning: string;
}

/** All quotas. The defaults leave a customer with 5,000 Sentinels and 500,000 insights a year room for years. */
export const QUOTAS = {
  maxDevices: {
    setting: "MAX_DEVICES_PER_USER",
    fallback: 10_000,
    meaning: "How many Sentinels one account may hold.",
  },
  maxGroups: {
    setting: "MAX_GROUPS_PER_USER",
    fallback: 2_000,
    meaning: "How many groups one account may hold.",
  },
  maxPhotoGb: {
    setting: "MAX_PHOTO_GB_PER_USER",
    fallback: 2_000,
    meaning:
      "How many gigabytes (1,000,000,000 bytes) the photos of one account may be, unfinished uploads included. A photo of a shared Sentinel is taken as long as one of its accounts has room.",
  },
  maxUploads: {
    setting: "MAX_UPLOADS_PER_USER",
    fallback: 20_000,
    meaning: "How many photos of one account may be begun and unfinished.",
  },
  maxSessions: {
    setting: "MAX_SESSIONS_PER_USER",
    fallback: 100,
    meaning:
      "On how many devices one account may be signed in; a further sign-in ends the session that was not used for longest.",
  },
} as const satisfies Record<string, Quota>;

export type QuotaName = keyof typeof QUOTAS;
export type Quotas = Readonly<Record<QuotaName, number>>;

export const GIGABYTE = 1_000_000_000;

/** How many more an account may get; 0 where it holds as many as a quota allows, or more since the quota was lowered. */
export function roomLeft(held: number, most: number): number {
  return Math.max(0, most - held);
}
