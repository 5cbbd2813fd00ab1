import type { ObservationFact } from "../../domain/insight/observation.ts";
import type { ObservationColumns } from "../csv/observation-cells.ts";

/** Names that projects give to columns of their templates. */
const NAMES: ObservationColumns = {
  count: [
    "count",
    "counts",
    "number",
    "quantity",
    "individuals",
    "howmany",
    "how many",
    "group size",
    "groupsize",
    "animalcount",
    "animal count",
    "count0",
    "counter0",
  ],
  sex: ["sex", "gender"],
  lifeStage: ["lifestage", "life stage", "age", "ageclass", "age class"],
  behavior: ["behavior", "behaviour", "activity"],
  individual: ["individual", "individualid", "individual id", "animalid", "animal id"],
  tags: ["tags"],
  observer: [
    "observer",
    "analyst",
    "reviewer",
    "annotator",
    "identifiedby",
    "identified by",
    "classifiedby",
    "classified by",
    "user",
    "initials",
  ],
  comments: ["comments", "comment", "comment0", "notes", "note", "note0", "remarks", "remark"],
};

/** Columns of a template that hold facts beside the class. @param chosen the column of the class, which is none of them */
export function notedColumns(chosen: string | null): ObservationColumns {
  if (chosen === null) return NAMES;
  const others = Object.entries(NAMES).map(([fact, names]) => [
    fact as ObservationFact,
    names.filter((name) => name !== chosen.toLowerCase()),
  ]);
  return Object.fromEntries(others) as ObservationColumns;
}
