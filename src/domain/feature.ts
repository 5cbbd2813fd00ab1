/** What a user can switch on or off for themselves; all are off for a new user. */
export const FEATURES = [{ id: "1", key: "COLLECTIONS" }] as const;
export type FeatureKey = (typeof FEATURES)[number]["key"];
