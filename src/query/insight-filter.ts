import { isCalled } from "../domain/device/device-name.ts";
import { type Area, isInArea } from "../domain/insight/area.ts";
import { COMMS_SOURCES, INSIGHT_STATUSES, toWholePercent } from "../domain/insight/insight.ts";
import { UNGROUPED } from "../domain/offline/retention.ts";
import { allWords, searchWords, wordsHeld } from "../domain/text-search.ts";
import { HOUR_MS, utcHour, utcWeekday } from "../domain/time.ts";
import { createNumberReader, numberAt } from "../storage/mirror/insight-chunk.ts";
import type { AnswerRows } from "./answer-rows.ts";
import { keepFilteredColumns } from "./column-filters.ts";
import type { CollectionFolds } from "./insight-collections.ts";
import type { InsightColumns } from "./insight-columns.ts";
import type { InsightFilter } from "./insight-engine.ts";

/** Display names of the Sentinels, and their groups. */
export interface DeviceNames {
  /** By device id. */
  readonly devices: ReadonlyMap<string, { deviceName: string | null; displayName: string }>;
  /** By group id. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** Ids of the insights of each offline set, by its id. */
  readonly offlineSets: ReadonlyMap<string, readonly string[]>;
}

const ARCHIVE = INSIGHT_STATUSES.indexOf("archive");
const STATUS_CODES = 256;

export interface PassingRows {
  /** By row number: 1 for each row that passes. */
  passes: Uint8Array;
  matched: number;
  /** Insights in all rows that match. */
  insights: number;
}

/**
 * Which rows pass. One pass over the rows for each part of the filter, by codes computed before it; status and text,
 * which most questions have, share the last one, which also counts.
 *
 * @param status the shown status of each row
 */
export function rowsThatPass(
  filter: InsightFilter,
  rows: AnswerRows,
  status: Uint8Array,
  { columns, names }: { columns: InsightColumns; names: DeviceNames },
): PassingRows {
  const { classNames, classText, classList, fromMs, toMs } = filter;
  const { classCode, deviceCode, sourceCode } = rows;
  const passes = rows.counts.slice();
  if (classNames?.length) {
    const wanted = new Set(classNames);
    keepCodes(
      passes,
      classCode,
      codesOf(columns.classes.texts, (name) => wanted.has(name)),
    );
  }
  if (classText?.trim()) keepCodes(passes, classCode, codesContaining(classText, columns));
  keepCodes(passes, deviceCode, devicesAllowed(filter, columns, names));
  keepCodes(passes, sourceCode, sourcesAllowed(filter));
  if (fromMs !== undefined || toMs !== undefined) {
    keepBetween(passes, rows.timeMs, fromMs ?? Number.NEGATIVE_INFINITY, toMs ?? Number.POSITIVE_INFINITY);
  }
  keepConfidence(passes, rows.confidence, filter);
  if (classList?.trim()) keepMarked(passes, rowsNaming(classList, rows, columns));
  if (filter.packId) keepMarked(passes, rowsOfSet(names.offlineSets.get(filter.packId) ?? [], rows, columns));
  keepStored(passes, filter, columns);
  keepHour(passes, rows.timeMs, filter.hour);
  keepReceived(passes, filter, columns);
  keepFilteredColumns(passes, filter.columns, rows, columns);
  return keepStatusAndText(passes, rows, {
    status,
    allowed: statusesAllowed(filter),
    text: textCodes(filter.text, columns, names),
  });
}

function keepStatusAndText(
  passes: Uint8Array,
  { byTime, classCode, deviceCode, insights: insightsOf }: AnswerRows,
  { status, allowed, text }: { status: Uint8Array; allowed: Uint8Array; text: TextCodes },
): PassingRows {
  const { classes, devices, all } = text;
  let [matched, insights] = [0, 0];
  // By the rows that count, which are a third of all where collections are folded; the others do not pass already.
  // Without branches, which a processor would guess wrong for every third row.
  for (let at = 0; at < byTime.length; at += 1) {
    const place = byTime[at] ?? 0;
    const held = (classes[classCode[place] ?? 0] ?? 0) | (devices[deviceCode[place] ?? 0] ?? 0);
    const keep = (passes[place] ?? 0) & (allowed[status[place] ?? 0] ?? 0) & Number(held === all);
    passes[place] = keep;
    matched += keep;
    if (insightsOf !== null) insights += keep * (insightsOf[place] ?? 0);
  }
  return { passes, matched, insights: insightsOf === null ? matched : insights };
}

/** Whether the switch for archived insights is all that a filter has. */
export function isPlainFilter({ showArchived: _, ...parts }: InsightFilter): boolean {
  return Object.values(parts).every(
    (part) => part === undefined || (Array.isArray(part) && part.length === 0) || part === "",
  );
}

/** @param allowed 1 for each code that stays; null where all do */
function keepCodes(passes: Uint8Array, codes: Uint8Array | Uint32Array, allowed: Uint8Array | null) {
  if (allowed === null) return;
  for (let place = 0; place < passes.length; place += 1) {
    passes[place] = (passes[place] ?? 0) & (allowed[codes[place] ?? 0] ?? 0);
  }
}

/** Both bounds included. */
function keepBetween(passes: Uint8Array, values: Float64Array, least: number, most: number) {
  for (let place = 0; place < passes.length; place += 1) {
    const value = values[place] ?? Number.NaN;
    if (!(value >= least && value <= most)) passes[place] = 0;
  }
}

/** By the whole percent that is shown; a row without a confidence (NaN) is within no bounds. */
function keepConfidence(
  passes: Uint8Array,
  confidence: Float64Array,
  { minConfidence, maxConfidence }: InsightFilter,
) {
  if (minConfidence === undefined && maxConfidence === undefined) return;
  const least = minConfidence === undefined ? Number.NEGATIVE_INFINITY : toWholePercent(minConfidence);
  const most = maxConfidence === undefined ? Number.POSITIVE_INFINITY : toWholePercent(maxConfidence);
  for (let place = 0; place < passes.length; place += 1) {
    const percent = toWholePercent(confidence[place] ?? Number.NaN);
    if (!(percent >= least && percent <= most)) passes[place] = 0;
  }
}

function keepMarked(passes: Uint8Array, marked: Uint8Array) {
  for (let place = 0; place < passes.length; place += 1) {
    passes[place] = (passes[place] ?? 0) & (marked[place] ?? 0);
  }
}

/** A collection is in a set where one of its members is. */
function rowsOfSet(
  insightIds: readonly string[],
  { folds }: AnswerRows,
  columns: InsightColumns,
): Uint8Array {
  const inSet = new Uint8Array(columns.count);
  for (const insightId of insightIds) {
    const place = columns.placeOf(insightId);
    if (place !== undefined) inSet[place] = 1;
  }
  if (folds !== null) markCollections(inSet, folds);
  return inSet;
}

/**
 * Reads receipt and place from the stored chunks: only gathering an offline set asks for them, so they have no column.
 */
function keepStored(
  passes: Uint8Array,
  { receivedFromMs, area }: { receivedFromMs?: number; area?: Area },
  columns: InsightColumns,
) {
  if (receivedFromMs === undefined && area === undefined) return;
  for (let place = 0; place < passes.length; place += 1) {
    if (passes[place] === 0) continue;
    const { chunk, row } = columns.sourceOf(place);
    const { timeStampMs, latitude, longitude } = chunk.numbers;
    const isLate = receivedFromMs === undefined || (numberAt(timeStampMs, row) ?? 0) >= receivedFromMs;
    const at = { latitude: numberAt(latitude, row), longitude: numberAt(longitude, row) };
    if (!isLate || (area !== undefined && !isInArea(area, at))) passes[place] = 0;
  }
}

function keepHour(passes: Uint8Array, timeMs: Float64Array, hour: number | undefined) {
  if (hour === undefined) return;
  for (let place = 0; place < passes.length; place += 1) {
    if (utcHour(timeMs[place] ?? 0) !== hour) passes[place] = 0;
  }
}

/** By the two times of an insight; of a collection by those of its newest member. */
function keepReceived(passes: Uint8Array, filter: InsightFilter, columns: InsightColumns) {
  const { receivedHour, receivedWeekday, minDelayHours, maxDelayHours } = filter;
  const byDelay = minDelayHours !== undefined || maxDelayHours !== undefined;
  if (receivedHour === undefined && receivedWeekday === undefined && !byDelay) return;
  const [least, most] = [
    minDelayHours ?? Number.NEGATIVE_INFINITY,
    maxDelayHours ?? Number.POSITIVE_INFINITY,
  ];
  const [readReceived, readMade] = [createNumberReader(), createNumberReader()];
  for (const { chunk, start } of columns.chunks()) {
    const received = readReceived(chunk.numbers.timeStampMs);
    const made = readMade(chunk.numbers.fileCtimeMs);
    for (let row = 0; row < chunk.rows; row += 1) {
      if (passes[start + row] !== 1) continue;
      const receivedMs = received.values === null ? received.all : (received.values[row] ?? Number.NaN);
      const madeMs = made.values === null ? made.all : (made.values[row] ?? Number.NaN);
      const delay = Math.floor((receivedMs - madeMs) / HOUR_MS);
      const keeps =
        (receivedHour === undefined || utcHour(receivedMs) === receivedHour) &&
        (receivedWeekday === undefined || utcWeekday(receivedMs) === receivedWeekday) &&
        (!byDelay || (delay >= least && delay <= most));
      if (!keeps) passes[start + row] = 0;
    }
  }
}

/** The list of a collection has what its members' lists name, and their own classes. */
function rowsNaming(text: string, { folds }: AnswerRows, columns: InsightColumns): Uint8Array {
  const naming = columns.classLists.rowsNaming(text, columns);
  if (folds === null) return naming;
  const ownClass = codesContaining(text, columns);
  for (let place = 0; place < naming.length; place += 1) {
    const inCollection = columns.collectionCode[place] !== 0;
    if (inCollection && ownClass[columns.classCode[place] ?? 0] === 1) naming[place] = 1;
  }
  markCollections(naming, folds);
  return naming;
}

/** Marks the row of each collection of which any member is marked. */
function markCollections(marked: Uint8Array, folds: CollectionFolds) {
  for (const code of folds.codes()) marked[folds.newest(code)] = Number(folds.isMarked(code, marked));
}

function statusesAllowed({ showArchived, statuses }: InsightFilter): Uint8Array {
  const allowed = new Uint8Array(STATUS_CODES);
  // Members that differ are in no one status, but not hidden either.
  if (!statuses?.length) allowed.fill(1);
  for (const status of statuses ?? []) allowed[INSIGHT_STATUSES.indexOf(status)] = 1;
  if (!showArchived) allowed[ARCHIVE] = 0;
  return allowed;
}

function sourcesAllowed({ sources }: InsightFilter): Uint8Array | null {
  if (!sources?.length) return null;
  return Uint8Array.from([0, ...COMMS_SOURCES.map((source) => Number(sources.includes(source)))]);
}

function devicesAllowed(
  { deviceIds, deviceName, groupIds }: InsightFilter,
  columns: InsightColumns,
  names: DeviceNames,
): Uint8Array | null {
  const tests: ((deviceId: string) => boolean)[] = [];
  if (deviceIds?.length) tests.push((deviceId) => deviceIds.includes(deviceId));
  if (groupIds?.length) {
    const members = new Set(groupIds.flatMap((groupId) => names.groups.get(groupId) ?? []));
    const grouped = groupIds.includes(UNGROUPED) ? new Set([...names.groups.values()].flat()) : null;
    tests.push((deviceId) => members.has(deviceId) || grouped?.has(deviceId) === false);
  }
  if (deviceName !== undefined && deviceName !== "") {
    tests.push((deviceId) => {
      const device = names.devices.get(deviceId);
      return device !== undefined && isCalled(deviceName, device);
    });
  }
  if (tests.length === 0) return null;
  return codesOf(columns.devices.texts, (deviceId) => tests.every((test) => test(deviceId)));
}

interface TextCodes {
  /** By code: a bit for each word that the name holds. */
  classes: Uint32Array;
  devices: Uint32Array;
  all: number;
}

/** Which words of the text the name of each class and of each Sentinel holds. */
function textCodes(text: string | undefined, columns: InsightColumns, names: DeviceNames): TextCodes {
  const words = searchWords(text ?? "");
  const classes = Uint32Array.from(columns.classes.texts, (name) => wordsHeld(words, [name]));
  const devices = Uint32Array.from(columns.devices.texts, (deviceId) => {
    const device = names.devices.get(deviceId);
    return wordsHeld(words, [device?.displayName, device?.deviceName]);
  });
  return { classes, devices, all: allWords(words) };
}

/** Classes whose names contain a text, without regard to case. */
function codesContaining(text: string, { classes }: InsightColumns): Uint8Array {
  const wanted = text.trim().toLowerCase();
  return codesOf(classes.texts, (name) => name.toLowerCase().includes(wanted));
}

function codesOf(texts: readonly string[], test: (text: string) => boolean): Uint8Array {
  return Uint8Array.from(texts, (text) => (test(text) ? 1 : 0));
}
