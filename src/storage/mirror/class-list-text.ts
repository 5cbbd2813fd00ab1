import type { ClassScore } from "../../domain/insight/insight.ts";
import { isRecord } from "../../domain/record-guard.ts";

/**
 * A class list as a chunk holds it: names and confidences in turn, as JSON, since the keys of whole objects would be
 * most of the text. A list whose entries have more or other fields is whole JSON. Null for an empty list.
 */
export function classListText(classList: readonly ClassScore[]): string | null {
  if (classList.length === 0) return null;
  if (!classList.every(isPlain)) return JSON.stringify(classList);
  return JSON.stringify(
    classList.flatMap(({ className, averageConfidence }) => [className, averageConfidence]),
  );
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

function isPlain(score: unknown): boolean {
  if (!isRecord(score)) return false;
  const { className, averageConfidence } = score;
  return (
    typeof className === "string" &&
    (averageConfidence === null || typeof averageConfidence === "number") &&
    Object.keys(score).length === 2
  );
}
