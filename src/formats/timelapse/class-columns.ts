import { MOST_COUNTED } from "../../domain/insight/observation.ts";
import { cellFlag } from "../cells/cell-text.ts";
import {
  ANIMAL_CLASS_NAME,
  CAMERA_SETUP_CLASS_NAME,
  type ClassLabel,
  classLabel,
  EMPTY_LABEL,
  HUMAN_CLASS_NAME,
  label,
  UNCLASSIFIED_LABEL,
} from "../cells/class-label.ts";
import type { CsvRow, TableColumns } from "../csv/csv-table.ts";
import type { RowFields } from "../csv/row-fields.ts";

/** Columns that hold a class, best first; of one kind there may be several ("Species1", "Species2"). */
const NAME_COLUMNS = [
  /^species[ _]?\d*$/,
  /^(species[ _]?)?common[ _]?name[ _]?\d*$/,
  /^scientific[ _]?name[ _]?\d*$/,
  /^(taxon|label|classification|animal)[ _]?\d*$/,
];

const VEHICLE_CLASS_NAME = "vehicle";

/** Columns that a template has for one class each; people tick them, or count in them. */
const FLAG_COLUMNS: readonly (readonly [RegExp, ClassLabel])[] = [
  [/^(empty|blank|no ?animals?|nothing|false ?trigger)$/, EMPTY_LABEL],
  [/^animals?$/, label(ANIMAL_CLASS_NAME)],
  [/^(person|people|humans?)$/, label(HUMAN_CLASS_NAME)],
  [/^vehicles?$/, label(VEHICLE_CLASS_NAME)],
];

/** A picture that shows these may show an animal besides. */
const NO_ANIMALS: ReadonlySet<string> = new Set([
  EMPTY_LABEL.className,
  HUMAN_CLASS_NAME,
  CAMERA_SETUP_CLASS_NAME,
  VEHICLE_CLASS_NAME,
]);

/** Where a table of Timelapse says what its pictures show: each project chooses its columns itself. */
export class ClassColumns {
  readonly #names: readonly string[];
  readonly #flags: readonly (readonly [string, ClassLabel])[];

  /** @param chosen the column that a person named, which counts alone. */
  constructor(columns: TableColumns, chosen: string | null) {
    const kind = NAME_COLUMNS.find((pattern) =>
      columns.names.some((name) => pattern.test(name.toLowerCase())),
    );
    const ofKind = columns.names.filter((name) => kind?.test(name.toLowerCase()));
    this.#names = chosen === null ? ofKind : [chosen];
    this.#flags = columns.names.flatMap((name) => {
      const found = FLAG_COLUMNS.find(([pattern]) => pattern.test(name.toLowerCase()));
      return found === undefined || chosen !== null ? [] : [[name, found[1]] as const];
    });
  }

  get areKnown(): boolean {
    return this.#names.length + this.#flags.length > 0;
  }

  /** Refuses cells of the columns of one class that are neither ticked nor a count, and names that are none. */
  checkCells(row: CsvRow, fields: RowFields): void {
    for (const column of this.#names) {
      const isFlag = this.#flags.some(([flag]) => flag === column);
      if (!isFlag && tickIn(row, column) !== null)
        fields.refuse(row, column, "not_a_class", row.text(column));
    }
    for (const [column, { className }] of this.#flags) {
      const text = row.text(column);
      if (text === null || this.#names.includes(column) || isFlagOf(className, row, column)) continue;
      fields.refuse(row, column, "not_a_flag", text);
    }
  }

  /** The classes of a picture, each once; null where the row contradicts itself. */
  labelsOf(row: CsvRow): readonly ClassLabel[] | null {
    const labels = new Map<string, ClassLabel>();
    for (const column of this.#names) {
      const text = row.text(column);
      if (text === null || tickIn(row, column) !== null) continue;
      const found = classLabel(text);
      if (found.classified) labels.set(found.className, found);
    }
    const hasNamedAnimal = [...labels.keys()].some((name) => !NO_ANIMALS.has(name));
    for (const [column, found] of this.#flags) {
      if (tickIn(row, column) !== true || !isFlagOf(found.className, row, column)) continue;
      // A ticked "animal" beside the name of the species says nothing more.
      if (found.className !== ANIMAL_CLASS_NAME || !hasNamedAnimal) labels.set(found.className, found);
    }
    if (labels.has(EMPTY_LABEL.className) && labels.size > 1) return null;
    return labels.size === 0 ? [UNCLASSIFIED_LABEL] : [...labels.values()];
  }

  /**
   * The numbers above 1 in the columns of one class, by the class that each counts. A 1 says yes, as a tick does.
   *
   * @param labels the classes of the row
   * @param noted the count in a column of its own, which is kept; null without one
   */
  countsOf(
    row: CsvRow,
    fields: RowFields,
    labels: readonly ClassLabel[],
    noted: number | null,
  ): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    const names = labels.map(({ className }) => className);
    for (const [column, { className }] of this.#flags) {
      const text = row.text(column) ?? "";
      const count = row.numberIn(text) ?? 0;
      if (count <= 1 || className === EMPTY_LABEL.className) continue;
      const counted = names.includes(className) ? [className] : names.filter((name) => !NO_ANIMALS.has(name));
      const [only = ""] = counted;
      if (!Number.isInteger(count)) fields.refuse(row, column, "not_whole", text);
      else if (count > MOST_COUNTED) fields.refuse(row, column, "out_of_range", text);
      else if (counted.length > 1) fields.refuse(row, column, "of_several", text);
      else if (noted !== null && noted !== count) fields.refuse(row, column, "counted_otherwise", text);
      else if (noted === null) counts.set(only, count);
    }
    return counts;
  }
}

/** Null for a cell that is neither ticked nor a count. */
function tickIn(row: CsvRow, column: string): boolean | null {
  const text = row.text(column);
  if (text === null) return null;
  const count = row.numberIn(text);
  return cellFlag(text) ?? (count === null || count < 0 ? null : count > 0);
}

/** Whether a cell can be of a column of this class: nothing is there but once. */
function isFlagOf(className: string, row: CsvRow, column: string): boolean {
  const isCount = (row.numberIn(row.text(column) ?? "") ?? 0) > 1;
  return tickIn(row, column) !== null && !(isCount && className === EMPTY_LABEL.className);
}
