import type { ClassScore } from "../../domain/insight/insight.ts";
import { isRecord } from "../../domain/record-guard.ts";

/**
 * A class list as a chunk holds it: names and confidences in turn, as JSON, since the keys of whole objects would be
 * most of the text. A list whose entries have more or other fields is whole JSON. Null for an empty list.
 */
export function classListText(classList: readonly ClassScore[]): string | null {
  if (classList.length === 0) return null;
  const inTurn: (string | number | null)[] = [];
  for (const score of classList) {
    if (!isPlain(score)) return JSON.stringify(classList);
    inTurn.push(score.className, score.averageConfidence);
  }
  return JSON.stringify(inTurn);
}

/** From the text, or from the whole JSON that older versions of the app stored. */
export function parseClassList(text: string): readonly ClassScore[] {
  const list = JSON.parse(text) as readonly (string | number | null)[] | readonly ClassScore[];
  if (!isInTurn(list)) return list;
  const scores: ClassScore[] = [];
  for (let at = 0; at < list.length; at += 2) {
    scores.push({ className: String(list[at]), averageConfidence: list[at + 1] as number | null });
  }
  return scores;
}

function isInTurn(
  list: readonly (string | number | null)[] | readonly ClassScore[],
): list is readonly (string | number | null)[] {
  return typeof list[0] === "string";
}

function isPlain(score: unknown): score is ClassScore {
  if (!isRecord(score)) return false;
  let fields = 0;
  for (const _ in score) fields += 1;
  const { className, averageConfidence } = score;
  return (
    fields === 2 &&
    typeof className === "string" &&
    (averageConfidence === null || typeof averageConfidence === "number")
  );
}
