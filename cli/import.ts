import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, ConfigError, loadConfig } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import { userIdOf } from "../server/features/account/admin-service.ts";
import { openPackage } from "../server/import/folder-source.ts";
import { ImportHalt, ImportStopped } from "../server/import/import-halt.ts";
import {
  type ImportProgress,
  type ImportRequest,
  type ImportResult,
  importPackage,
} from "../server/import/import-package.ts";
import type { ImportRefusal } from "../server/import/import-refusal.ts";
import { type ImportSummary, insightsTaken } from "../server/import/import-summary.ts";
import type { ReadCounter } from "../server/import/read-counter.ts";
import { RefusedFile } from "../server/import/refused-file.ts";
import { openUpToDate, StartError } from "../server/open-up-to-date.ts";
import { cellNumber } from "../src/formats/cells/cell-text.ts";
import type { DateOrder } from "../src/formats/cells/date-order.ts";
import { parseTimeZone } from "../src/formats/cells/time-zone.ts";
import { FormatError } from "../src/formats/format-error.ts";
import type { FormatReader } from "../src/formats/format-reader.ts";
import { type FormatId, isFormatId, readerOf, SCORED_FORMATS } from "../src/formats/known-formats.ts";
import { IMPORT_MESSAGES as MESSAGES } from "../src/messages/command-line/import.ts";
import { ImportBar } from "./import-bar.ts";
import { summaryLines } from "./import-report.ts";

// exit: 0 when all of the package was taken or known, 2 when some of it was refused, 1 when nothing was taken

/** Ends the command, with a sentence for the user. */
class CommandError extends Error {}

interface ImportCommand {
  read: FormatReader;
  path: string;
  owner: string;
  photos: string | null;
  timezone: string;
  dates: DateOrder | null;
  dataset: string | null;
  update: boolean;
  threshold: number | undefined;
  speciesColumn: string | null;
  refused: string | null;
  dryRun: boolean;
}

function parseCommand(args: string[]): ImportCommand {
  const { values, positionals } = readOptions(args);
  const [format, path] = positionals;
  if (format === undefined || path === undefined)
    throw new CommandError(`${MESSAGES.needsPath}\n${MESSAGES.usage}`);
  if (!isFormatId(format)) throw new CommandError(MESSAGES.unknownFormat(format));
  if (values.owner === undefined) throw new CommandError(`${MESSAGES.needsOwner}\n${MESSAGES.usage}`);
  return {
    read: readerOf(format),
    path,
    owner: values.owner,
    photos: values.photos ?? null,
    timezone: values.timezone ?? "UTC",
    dates: datesOf(values.dates),
    dataset: datasetOf(values.dataset),
    update: values.update ?? false,
    threshold: thresholdOf(values.threshold, format),
    speciesColumn: speciesColumnOf(values["species-column"], format),
    refused: values.refused ?? null,
    dryRun: values["dry-run"] ?? false,
  };
}

function datesOf(text: string | undefined): DateOrder | null {
  if (text === undefined || text === "dmy" || text === "mdy") return text ?? null;
  throw new CommandError(MESSAGES.wrongDates(text));
}

function datasetOf(text: string | undefined): string | null {
  if (text?.trim() === "") throw new CommandError(MESSAGES.emptyDataset);
  return text?.trim() ?? null;
}

function thresholdOf(text: string | undefined, format: FormatId): number | undefined {
  if (text === undefined) return undefined;
  if (!SCORED_FORMATS.includes(format)) throw new CommandError(MESSAGES.noThreshold(format));
  const value = cellNumber(text.replace(",", "."));
  if (value === null || value < 0 || value > 1) throw new CommandError(MESSAGES.wrongThreshold(text));
  return value;
}

function speciesColumnOf(text: string | undefined, format: FormatId): string | null {
  if (text !== undefined && format !== "timelapse") throw new CommandError(MESSAGES.noSpeciesColumn(format));
  return text ?? null;
}

function readOptions(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        owner: { type: "string" },
        photos: { type: "string" },
        timezone: { type: "string" },
        dates: { type: "string" },
        dataset: { type: "string" },
        update: { type: "boolean" },
        threshold: { type: "string" },
        "species-column": { type: "string" },
        refused: { type: "string" },
        "dry-run": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new CommandError(`${MESSAGES.wrongOption(messageOf(error))}\n${MESSAGES.usage}`);
  }
}

/** @returns the exit code */
async function runImport(command: ImportCommand, config: Config): Promise<number> {
  const zone = parseTimeZone(command.timezone);
  const counter: ReadCounter = { total: 0, read: 0 };
  const source = await openPackage(command.path, counter);
  const photos = command.photos === null ? null : await openPhotos(command.photos, config);
  const db = await openUpToDate(config);
  const began = Date.now();
  const refused = new RefusedFile(
    command.refused ?? refusedPath(config, command.path, began),
    MESSAGES.refusedHeading,
  );
  const bar = new ImportBar(counter);
  try {
    const ownerId = await findOwner(db, command.owner);
    bar.start();
    const result = await importPackage({
      db,
      clock: { now: () => Date.now() },
      stopwatch: () => performance.now(),
      source,
      read: command.read,
      zone,
      dates: command.dates,
      dataset: command.dataset,
      update: command.update,
      threshold: command.threshold,
      speciesColumn: command.speciesColumn,
      ownerId,
      quotas: config,
      photos,
      dryRun: command.dryRun,
      onRefusal: (refusal) => refused.add(refusedLine(refusal)),
      async onProgress(progress: ImportProgress) {
        bar.show(progress);
        await refused.flush();
      },
    });
    bar.stop();
    await refused.close();
    print(result, command, refused.path, Date.now() - began);
    return exitCodeOf(result.summary);
  } finally {
    bar.stop();
    await refused.close().catch(() => undefined);
    await db.close();
  }
}

async function openPhotos(path: string, { dataDir }: Config): Promise<ImportRequest["photos"]> {
  const { PictureFolder } = await import("../server/import/picture-folder.ts");
  const folder = await PictureFolder.open(path);
  // Imported on demand, as are the parts of the importer that read photographs.
  const { FolderPhotoStore } = await import("../server/files/photo-folder.ts");
  return { folder, store: new FolderPhotoStore(dataDir) };
}

function print(
  { summary }: ImportResult,
  command: ImportCommand,
  refusedFile: string,
  elapsedMs: number,
): void {
  for (const line of summaryLines(summary, command, refusedFile, elapsedMs)) console.log(line);
}

/** @throws CommandError where nothing was taken. */
function exitCodeOf(summary: ImportSummary): number {
  const { rowsRefused, fieldsRefused, photos } = summary;
  if (insightsTaken(summary) === 0) throw new CommandError(reasonOfNothing(summary));
  return rowsRefused + fieldsRefused + photos.refused > 0 ? 2 : 0;
}

function reasonOfNothing({ devices, rowsRefused }: ImportSummary): string {
  if (rowsRefused === 0) return MESSAGES.nothingInside;
  const isForeign = devices.foreign > 0 && devices.created + devices.known === 0;
  return isForeign ? MESSAGES.nothingOfOthers : MESSAGES.nothingTaken;
}

function refusedLine({ place, field, code, value, lost }: ImportRefusal) {
  return [place.file, place.row, field, MESSAGES.refusals[code], value, lost];
}

function refusedPath({ dataDir }: Config, path: string, nowMs: number): string {
  const name = resolve(path).split(/[/\\]/).at(-1) ?? "";
  // With milliseconds, so that two concurrent imports of one package do not write into one list.
  const moment = new Date(nowMs).toISOString().replace(/[-:.]/g, "");
  return join(dataDir, "imports", `refused-${name}-${moment}.csv`);
}

async function findOwner(db: Database, email: string): Promise<number> {
  const owner = await userIdOf({ db }, email);
  if (owner === null) throw new CommandError(MESSAGES.unknownOwner(email));
  return owner;
}

/** One sentence for any error, without a stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof StartError)
    return error.message;
  if (error instanceof ImportStopped)
    return `${sentenceOf(error.cause)} ${MESSAGES.writtenBefore(error.written)}`;
  if (error instanceof ImportHalt) return MESSAGES.halts[error.code](error.details);
  if (error instanceof FormatError)
    // Names inside an archive may hold control characters, which would command the terminal.
    return MESSAGES.package[error.code](error.details).replace(/\p{Cc}/gu, "?");
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  if (code === "ENOENT") return MESSAGES.noPath(path ?? "");
  if (code === "ENOTDIR") return MESSAGES.notAFolder(path ?? "");
  if (code === "EACCES" || code === "EPERM") return MESSAGES.noAccess(path ?? "");
  return MESSAGES.failed(`${messageOf(error).replace(/\.$/, "")}.`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

try {
  process.exitCode = await runImport(parseCommand(process.argv.slice(2)), loadConfig(process.env));
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = 1;
}
