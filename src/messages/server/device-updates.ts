/** Device updates and releases; texts of the specification are literal. */
export const DEVICE_UPDATE_SENTENCES = {
  missing: "Please fill in all required fields.",
  notAnOption: "This is not one of the options.",
  stagingForStaff: "Only staff may ask for staging firmware.",
  conflict:
    "Some of the selected Sentinels already have a pending update. Drop it in the Device Updates tab before you create a new one.",
  onlyDropped: "An update can only be set to dropped.",
  notPending: "Only a pending update can be dropped; this one has ended.",
  reportedOtherwise: "This update was dropped, or was reported otherwise before.",
  releaseUnknown: "This release is not approved for your account.",
} as const;

export const RELEASE_SENTENCES = {
  modelsMalformed: (names: readonly string[]) =>
    `Some models are incorrectly formatted: ${names.join(", ")}.`,
  unknownModel: "There is no such model.",
  unknownClass: (ids: readonly number[]) => `This model has no class ${ids.join(", ")}.`,
  unknownNormalization: (methods: readonly string[]) => `This must be one of: ${methods.join(", ")}.`,
} as const;
