/**
 * A second tap of the same finger comes within this time, and is not meant for what the first one has brought there; a
 * person who reads that takes longer.
 */
export const SECOND_TAP_MS = 600;
