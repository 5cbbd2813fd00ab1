const sentinels = (count: number) => (count === 1 ? "1 Sentinel" : `${count.toLocaleString("en")} Sentinels`);

/** My Models and the dialog that puts a model on Sentinels. The empty table's sentence is the specification's. */
export const MODELS = {
  count: (count: number) => (count === 1 ? "1 model" : `${count.toLocaleString("en")} models`),
  caption: "Deployed models",
  noneDeployed: "None of your models is deployed",
  noneDeployedWords: "Choose one below and put it on a Sentinel or on a whole group.",
  others: "Also in your account",
  othersWords: "Models that run on no Sentinel yet.",
  unknown: (id: string) => `Model ${id}`,
  columns: { name: "Name", animals: "Animals", deployed: "Deployed on" },
  empty: "No models are available; models can be found in the model marketplace",
  toMarketplace: "Open the model marketplace",
  notYetTitle: "Your models are not on this device yet",

  deploy: "Deploy",
  deployModel: (model: string) => `Deploy ${model}`,
  deployedOn: (count: number) => (count === 0 ? "no Sentinel" : sentinels(count)),
  dialogTitle: (model: string) => `Deploy ${model}`,
  dialogWords:
    "Put this model on a Sentinel or on a whole group. A Sentinel starts to use it when it next reports.",
  what: "Deploying a model",
  search: "Search Sentinels and groups",
  groups: "Groups",
  sentinels: "Sentinels",
  ofGroup: (on: number, all: number) => (all === 0 ? "No Sentinel in it" : `On ${on} of ${sentinels(all)}`),
  on: "Deployed",
  off: "Not deployed",
  put: "Deploy",
  take: "Remove",
  putAll: "Deploy to all",
  takeAll: "Remove from all",
  /** The accessible name. */
  putOn: (name: string) => `Deploy to ${name}`,
  takeFrom: (name: string) => `Remove from ${name}`,
  noneFound: "No Sentinel and no group of this name.",
  noSentinels: "You have no Sentinels yet. They appear here as soon as one is assigned to you.",
  showMore: (count: number) => `Show ${count.toLocaleString("en")} more`,
  putDone: (model: string, name: string) => `${model} is deployed to ${name}.`,
  takeDone: (model: string, name: string) => `${model} is removed from ${name}.`,
  /** Undo of a change of a whole group. */
  putBack: (model: string, count: number, name: string) =>
    `Undone: ${model} is deployed again to ${sentinels(count)} of ${name}.`,
  takenBack: (model: string, count: number, name: string) =>
    `Undone: ${model} is removed from ${sentinels(count)} of ${name}.`,
  undonePart: (done: number, all: number, name: string) =>
    `Undone for ${done.toLocaleString("en")} of ${sentinels(all)} of ${name}.`,
} as const;
