export const MODEL_SENTENCES = {
  sentinelOrGroup: "Name either a Sentinel or a group.",
  noModel: "There is no such model in this account.",
  noSentinel: "There is no such Sentinel in this account.",
  noGroup: "There is no such group in this account.",
  noMarketModel: "There is no such model in the marketplace.",
  storageSilent: "The model's file cannot be read just now. Please try again later.",
} as const;
