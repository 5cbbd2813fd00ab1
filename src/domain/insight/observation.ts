import { isRecord } from "../record-guard.ts";

/** Facts of a sighting that are texts, in the order in which they are shown and stored. */
export const OBSERVATION_TEXTS = [
  "sex",
  "lifeStage",
  "behavior",
  "individual",
  "tags",
  "observer",
  "comments",
] as const;
export type ObservationText = (typeof OBSERVATION_TEXTS)[number];
export type ObservationFact = "count" | ObservationText;

/**
 * Facts that people noted of a sighting beside its class, as an import brings them. A fact that nobody noted is left
 * out. `count` is the number of animals, a whole number from 1; the texts are as the source has them.
 */
export type Observation = { readonly count?: number } & {
  readonly [Fact in ObservationText]?: string;
};

export const MOST_COUNTED = 1_000_000;
/** Characters of a text that are kept. */
const TEXT_CHARS = 200;
const COMMENT_CHARS = 2_000;

/** The characters (UTF-16 units) of a fact that are kept. */
export function charsKept(fact: ObservationText): number {
  return fact === "comments" ? COMMENT_CHARS : TEXT_CHARS;
}

/** The beginning of a text that is kept; a letter of two units is not parted. */
export function keptText(fact: ObservationText, text: string): string {
  const most = charsKept(fact);
  return text.length <= most ? text : text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

export function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= MOST_COUNTED;
}

/**
 * The observation of these values, its facts in their order and its texts cut to what is kept; null where no value is
 * a fact.
 */
export function observationOf(values: Readonly<Record<string, unknown>>): Observation | null {
  const facts: Record<string, string | number> = {};
  if (isCount(values.count)) facts.count = values.count;
  for (const fact of OBSERVATION_TEXTS) {
    const text = values[fact];
    if (typeof text === "string" && text !== "") facts[fact] = keptText(fact, text);
  }
  return Object.keys(facts).length === 0 ? null : facts;
}

/** An observation as one line of JSON; equal observations have equal texts. */
export function observationText(observation: Observation): string | null {
  const facts = observationOf(observation);
  return facts === null ? null : JSON.stringify(facts);
}

/** Reads such a text; null where it holds no fact. */
export function parseObservation(text: string | null): Observation | null {
  if (text === null || text === "") return null;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? observationOf(value) : null;
  } catch {
    return null;
  }
}
