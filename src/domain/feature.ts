/** Features that a user can switch on; all are off for a new user. */
export const FEATURES = [{ id: "1", key: "COLLECTIONS" }] as const;
export type FeatureKey = (typeof FEATURES)[number]["key"];

export function isFeatureOn(
  features: readonly { readonly key: string; readonly enabled: boolean }[],
  wanted: FeatureKey,
): boolean {
  return features.some(({ key, enabled }) => key === wanted && enabled);
}
