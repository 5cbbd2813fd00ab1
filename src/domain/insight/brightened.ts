export interface PhotoLight {
  insightId: string;
  /** Whether the photo is black or nearly so, like one by night. */
  dark: boolean;
}

/**
 * Whether a photo is shown brightened. A person asks for it at one photo: it holds for that photo, however light it is,
 * and for all dark ones, so that photos by day stay as they are.
 *
 * @param askedAt the insight at whose photo the person asked; null while nobody asks
 */
export function isBrightened(askedAt: string | null, { insightId, dark }: PhotoLight): boolean {
  return askedAt !== null && (dark || insightId === askedAt);
}
