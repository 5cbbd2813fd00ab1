/** The deploy status that deploys a model on a Sentinel; any other text removes it. */
export const DEPLOY = "Deploy";
/** The deploy status that the app sends to remove one. */
export const REMOVE = "Remove";

export function putsModelOn(deployStatus: string): boolean {
  return deployStatus === DEPLOY;
}

/** The name of a class for people: the maker's, else its short label. */
export function animalName(ofModel: { readonly label: string; readonly original_label: string }): string {
  return ofModel.original_label || ofModel.label;
}
