/** Sentinels and groups; texts of the specification are literal. */
export const NO_CYCLE_TIME_SENTENCE = "No cycle time given";
export const GROUP_NAME_MISSING_SENTENCE = "Please enter a group name.";
export const GROUP_NAME_EMPTY_SENTENCE = "The new group name cannot be empty";
export const GROUP_NAME_TAKEN_SENTENCE = "One of your groups already has this name.";

export const FLEET_SENTENCES = {
  deviceId: "Give an id of at most 64 plain letters, digits and signs.",
  deviceRegistered: "A Sentinel with this id is registered already.",
  deviceYours: "You have this Sentinel already.",
  claimWrong: "There is no Sentinel with this id and this claim code.",
  cycleTimeRange: (min: number, max: number) => `Give whole minutes from ${min} to ${max}.`,
  syncTimeRange: "Give whole minutes.",
  latitude: "Give a latitude from -90 to 90.",
  longitude: "Give a longitude from -180 to 180.",
  latitudeMissing: "A longitude needs a latitude.",
  longitudeMissing: "A latitude needs a longitude.",
  nothingToChange: "Name at least one field to change.",
  nothingToClear: "Name at least one of location, insights and ownership.",
  groupUnknown: "There is no such group.",
  keyReused: "This idempotency key was used for another call.",
} as const;
