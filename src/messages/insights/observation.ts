import type { ObservationFact } from "../../domain/insight/observation.ts";

/** Names of the facts of an insight that came with an import. */
export const observationMessages: Readonly<Record<ObservationFact, string>> = {
  count: "Count",
  sex: "Sex",
  lifeStage: "Life stage",
  behavior: "Behavior",
  individual: "Individual",
  tags: "Tags",
  observer: "Identified by",
  comments: "Comments",
};
