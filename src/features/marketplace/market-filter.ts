import { animalName } from "../../domain/device/deploy.ts";
import { compareIds } from "../../domain/text-order.ts";
import { allWords, searchWords, wordsHeld } from "../../domain/text-search.ts";
import type { MarketModel } from "../../protocol/shapes.ts";

/** Empty text matches everything. */
export interface MarketFilter {
  text: string;
  animal: string;
  framework: string;
}

export const NO_FILTER: MarketFilter = { text: "", animal: "", framework: "" };

export function isFiltered(filter: MarketFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

export function matchingModels(
  models: readonly MarketModel[],
  { text, animal, framework }: MarketFilter,
): readonly MarketModel[] {
  const words = searchWords(text);
  return models.filter((model) => {
    const animals = model.classes.map(animalName);
    const names = [marketName(model), model.author, model.framework, model.description, ...animals];
    return (
      wordsHeld(words, names) === allWords(words) &&
      (animal === "" || animals.includes(animal)) &&
      (framework === "" || model.framework === framework)
    );
  });
}

/** The distinct animals and frameworks of the models, by name. */
export function choicesIn(models: readonly MarketModel[]): { animals: string[]; frameworks: string[] } {
  return {
    animals: sorted(models.flatMap(({ classes }) => classes.map(animalName))),
    frameworks: sorted(models.map(({ framework }) => framework)),
  };
}

/** Servers of the specification may send one name or both. */
export function marketName(model: { name: string; alg_name?: string | null }): string {
  return model.alg_name ?? model.name;
}

function sorted(names: readonly string[]): string[] {
  return [...new Set(names)].sort(compareIds);
}
