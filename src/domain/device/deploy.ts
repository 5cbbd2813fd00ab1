/** The deploy status that puts a model on a Sentinel; any other text takes it off. */
export const DEPLOY = "Deploy";
/** What we send to take one off. */
export const REMOVE = "Remove";

export function putsModelOn(deployStatus: string): boolean {
  return deployStatus === DEPLOY;
}

/** The name of a class for people: as the model's maker called it, else its short label. */
export function animalName(ofModel: { readonly label: string; readonly original_label: string }): string {
  return ofModel.original_label || ofModel.label;
}
