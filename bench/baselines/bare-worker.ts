import type { Page } from "playwright-core";
import { openDatabase } from "../../server/db/open-database.ts";
import { INSIGHT_STATUSES } from "../../src/domain/insight/insight.ts";
import type { BareSite } from "./bare-shell.ts";

/** A question of the table bench: words over class and Sentinel, and an order. */
export interface BareQuestion {
  words: readonly string[];
  sort: "time" | "className" | "confidence" | "device" | "status" | "source";
  descending: boolean;
}

/** Of the rows that the table can show, oldest first, each a row number less than 2 ** 21. */
interface BareColumns {
  rows: number;
  classes: readonly string[];
  devices: readonly string[];
  sources: readonly string[];
}

/**
 * The limit of the insight worker: the same questions over the same insights, answered by the plainest loops over typed
 * arrays that are already in memory, in a worker that does nothing else. The arrays hold one row for each collection, as
 * the table shows them. Returns the ms of each, with both messages.
 *
 * @throws where no row matches a question
 */
export async function answerInBareWorker(
  page: Page,
  site: BareSite,
  dataDir: string,
  questions: readonly BareQuestion[],
): Promise<number[]> {
  const { columns, bytes } = await readColumns(dataDir);
  site.put("columns.bin", bytes);
  site.put("limit-worker.js", worker(columns));
  await page.goto(`${site.url}/`);
  return (await page.evaluate(`(async () => {
    const worker = new Worker("/limit-worker.js");
    const answer = () => new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    await answer();
    const measured = [];
    for (const question of ${JSON.stringify(questions)}) {
      const begun = performance.now();
      worker.postMessage(question);
      const { rows, matched } = await answer();
      measured.push(performance.now() - begun);
      if (rows.length !== 25) throw new Error(rows.length + " of " + matched + " rows came");
    }
    worker.terminate();
    return measured;
  })()`)) as number[];
}

async function readColumns(dataDir: string): Promise<{ columns: BareColumns; bytes: Uint8Array }> {
  const db = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const found = await db.reader
      .selectFrom("insights")
      .innerJoin("devices", "devices.device_ref", "insights.device_ref")
      .select([
        "insights.collection_id",
        "insights.class_name",
        "devices.device_id",
        "devices.device_name",
        "insights.confidence",
        "insights.insight_status",
        "insights.comms_source",
      ])
      .orderBy("insights.time_stamp")
      .execute();
    // The newest of a collection stands for it.
    const newest = new Map(found.map((row, at) => [row.collection_id, at]));
    const heads = found.filter(
      (row, at) => row.collection_id === null || newest.get(row.collection_id) === at,
    );
    const dictionary = (texts: string[]) => [...new Set(texts)].sort((a, b) => a.localeCompare(b));
    const nameOf = (row: (typeof found)[number]) => row.device_name ?? row.device_id;
    const columns: BareColumns = {
      rows: heads.length,
      classes: dictionary(heads.map((row) => row.class_name)),
      devices: dictionary(heads.map(nameOf)),
      sources: dictionary(heads.map((row) => row.comms_source ?? "")),
    };
    const placesIn = (texts: readonly string[]) => new Map(texts.map((text, at) => [text, at]));
    const [classes, devices, sources] = [columns.classes, columns.devices, columns.sources].map(placesIn);
    const statuses = placesIn(INSIGHT_STATUSES);
    const codes = [
      heads.map((row) => classes?.get(row.class_name) ?? 0),
      heads.map((row) => devices?.get(nameOf(row)) ?? 0),
      heads.map((row) => sources?.get(row.comms_source ?? "") ?? 0),
      heads.map((row) => statuses.get(row.insight_status as (typeof INSIGHT_STATUSES)[number]) ?? 0),
      heads.map((row) => Math.round((row.confidence ?? 0) * 1000)),
    ];
    return { columns, bytes: new Uint8Array(Uint16Array.from(codes.flat()).buffer) };
  } finally {
    await db.close();
  }
}

function worker(columns: BareColumns): string {
  return `const { rows, classes, devices, sources } = ${JSON.stringify(columns)};
const ARCHIVE = ${INSIGHT_STATUSES.indexOf("archive")};
const PLACES = 2 ** 21;
let className, device, source, status, confidence;
onmessage = ({ data: { words, sort, descending } }) => {
  const heldBy = (texts) => texts.map((text) =>
    words.reduce((held, word, at) => held | (text.toLowerCase().includes(word) ? 1 << at : 0), 0));
  const inClass = Uint32Array.from(heldBy(classes));
  const inDevice = Uint32Array.from(heldBy(devices));
  const all = 2 ** words.length - 1;
  const passing = new Uint32Array(rows);
  let matched = 0;
  for (let row = 0; row < rows; row += 1) {
    if (status[row] === ARCHIVE) continue;
    if ((inClass[className[row]] | inDevice[device[row]]) === all) passing[matched++] = row;
  }
  let ordered = passing.subarray(0, matched);
  if (sort !== "time") {
    const by = { className, device, source, status, confidence }[sort];
    const keys = new Float64Array(matched);
    for (let at = 0; at < matched; at += 1) keys[at] = by[passing[at]] * PLACES + passing[at];
    ordered = keys.sort().map((key) => key % PLACES);
  }
  const shown = Array.from(descending ? ordered.subarray(-25).reverse() : ordered.subarray(0, 25));
  postMessage({
    matched,
    rows: shown.map((row) => ({
      row,
      className: classes[className[row]],
      device: devices[device[row]],
      source: sources[source[row]],
      status: status[row],
      confidence: confidence[row] / 1000,
    })),
  });
};
fetch("/columns.bin").then((answer) => answer.arrayBuffer()).then((buffer) => {
  const column = (at) => new Uint16Array(buffer, at * rows * 2, rows);
  [className, device, source, status, confidence] = [0, 1, 2, 3, 4].map(column);
  postMessage("ready");
});
`;
}
