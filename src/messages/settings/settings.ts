import type { FeatureKey } from "../../domain/feature.ts";

/** The words of the Settings screen. */
export const SETTINGS = {
  title: "Settings",
  tabsLabel: "Settings",
  tabs: { integrations: "Integrations", features: "Features" },

  featuresWords: "A feature that you switch here applies to your account, on all your devices.",
  switching: "Switching features",
  about: (name: string) => `About ${name}`,
  notSwitched: (name: string, enabled: boolean) =>
    enabled ? `${name} could not be switched on.` : `${name} could not be switched off.`,
  noFeatures: "No features to switch",
  noFeaturesWords: "This server offers none.",
  notYet: "The features are not on this device yet",
} as const;

/** Names and instructions of the features that this version knows. */
export const FEATURE_WORDS: Readonly<Record<FeatureKey, { name: string; instructions: string }>> = {
  COLLECTIONS: {
    name: "Collections",
    instructions:
      "Shows insights of one visit, which a Sentinel sent together, as one row of the Insights screen. Switched off, each insight has a row of its own.",
  },
};
