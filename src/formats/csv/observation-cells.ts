import {
  keptText,
  MOST_COUNTED,
  OBSERVATION_TEXTS,
  type Observation,
  type ObservationFact,
  type ObservationText,
  observationOf,
} from "../../domain/insight/observation.ts";
import { EMPTY_LABEL } from "../cells/class-label.ts";
import type { CsvRow, TableColumns } from "./csv-table.ts";
import type { RowFields } from "./row-fields.ts";

/** The columns of a format that may hold each fact, best first. */
export type ObservationColumns = Readonly<Record<ObservationFact, readonly string[]>>;

/** Facts of one animal; of a picture with several species they would be said of each. */
const OF_ONE_ANIMAL: readonly ObservationFact[] = ["count", "sex", "lifeStage", "behavior", "individual"];
/** Cells that say that nothing was noted. */
const NOTHING = /^(unknown|undetermined|unidentified|not specified|\{\}|\[\])$/i;

/**
 * The facts that a row notes beside the class, as a part of an insight; empty where it notes none. A count of none is
 * the blank of programs that count from zero, and a picture that is empty has no count.
 *
 * @param classes the classes of the row's picture
 */
export function observed(
  row: CsvRow,
  fields: RowFields,
  columns: ObservationColumns,
  classes: readonly { className: string }[],
): { observation?: Observation } {
  const ofSeveral = classes.length > 1;
  const isEmpty = classes.some(({ className }) => className === EMPTY_LABEL.className);
  const values: Partial<Record<ObservationFact, string | number | null>> = {};
  for (const [fact, found] of columnsIn(row, columns)) {
    const noted = found.filter((column) => isNoted(fact, row.text(column)));
    if (noted.length === 0 || (fact === "count" && isEmpty)) continue;
    if (ofSeveral && OF_ONE_ANIMAL.includes(fact)) {
      for (const column of noted) fields.refuse(row, column, "of_several", row.text(column));
    } else {
      values[fact] =
        fact === "count" ? countOf(row, fields, noted[0] ?? "") : textOf(row, fields, fact, noted);
    }
  }
  const observation = observationOf(values);
  return observation === null ? {} : { observation };
}

type FoundColumns = readonly (readonly [ObservationFact, readonly string[]])[];
const foundColumns = new WeakMap<TableColumns, FoundColumns>();

/** The columns of the row's table, as its heading writes them: the first that there is of each fact, all of comments. */
function columnsIn(row: CsvRow, columns: ObservationColumns): FoundColumns {
  let found = foundColumns.get(row.columns);
  if (found === undefined) {
    const { names } = row.columns;
    found = (["count", ...OBSERVATION_TEXTS] as const).flatMap((fact) => {
      const all: string[] = [];
      for (const column of columns[fact]) {
        // Asks for no column that is not taken: the others are named as not read.
        if (all.length === 0 || fact === "comments") {
          const name = names[row.columns.placeOf(column) ?? -1];
          if (name !== undefined) all.push(name);
        }
      }
      return all.length === 0 ? [] : [[fact, all] as const];
    });
    foundColumns.set(row.columns, found);
  }
  return found;
}

function isNoted(fact: ObservationFact, text: string | null): boolean {
  return text !== null && !NOTHING.test(text) && !(fact === "count" && Number(text) === 0);
}

function countOf(row: CsvRow, fields: RowFields, column: string): number | null {
  const count = fields.number(row, column, 0, MOST_COUNTED);
  if (count === null || count === 0) return null;
  if (!Number.isInteger(count)) fields.refuse(row, column, "not_whole", row.text(column));
  return count;
}

function textOf(
  row: CsvRow,
  fields: RowFields,
  fact: ObservationText,
  columns: readonly string[],
): string | null {
  const text = columns.map((column) => row.text(column)).join("\n");
  const kept = keptText(fact, text);
  if (kept !== text) fields.refuse(row, columns.join(", "), "text_too_long", text);
  return kept;
}
