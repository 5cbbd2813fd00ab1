import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, ConfigError, loadConfig } from "../server/config.ts";
import type { Database } from "../server/db/database.ts";
import { userIdOf } from "../server/features/account/admin-service.ts";
import { FolderPhotoStore } from "../server/files/photo-folder.ts";
import { openPackage } from "../server/import/folder-source.ts";
import { type ImportProgress, type ImportResult, importPackage } from "../server/import/import-package.ts";
import type { ImportRefusal } from "../server/import/import-refusal.ts";
import { PictureFolder } from "../server/import/picture-folder.ts";
import type { ReadCounter } from "../server/import/read-counter.ts";
import { RefusedFile } from "../server/import/refused-file.ts";
import { openUpToDate, StartError } from "../server/open-up-to-date.ts";
import { readCamtrapDp } from "../src/formats/camtrap-dp/read-camtrap-dp.ts";
import { parseTimeZone } from "../src/formats/cells/time-zone.ts";
import { FormatError } from "../src/formats/format-error.ts";
import type { FormatReader } from "../src/formats/format-reader.ts";
import { readMegaDetector } from "../src/formats/megadetector/read-megadetector.ts";
import { readWildlifeInsights } from "../src/formats/wildlife-insights/read-wildlife-insights.ts";
import { IMPORT_MESSAGES as MESSAGES } from "../src/messages/command-line/import.ts";
import { ImportBar } from "./import-bar.ts";
import { summaryLines } from "./import-report.ts";

// exit: 0 when the package was imported (refused rows are in the list), 1 when it was not, 2 for wrong arguments

const READERS: Readonly<Record<string, FormatReader>> = {
  "camtrap-dp": readCamtrapDp,
  "wildlife-insights": readWildlifeInsights,
  megadetector: readMegaDetector,
};

/** Ends the command, with a sentence for the user. */
class CommandError extends Error {
  readonly exitCode: 1 | 2;
  constructor(sentence: string, exitCode: 1 | 2) {
    super(sentence);
    this.exitCode = exitCode;
  }
}

interface ImportCommand {
  read: FormatReader;
  path: string;
  owner: string;
  photos: string | null;
  timezone: string;
  refused: string | null;
  dryRun: boolean;
}

function parseCommand(args: string[]): ImportCommand {
  const { values, positionals } = readOptions(args);
  const [format, path] = positionals;
  if (format === undefined || path === undefined)
    throw new CommandError(`${MESSAGES.needsPath}\n${MESSAGES.usage}`, 2);
  const read = Object.hasOwn(READERS, format) ? READERS[format] : undefined;
  if (read === undefined) throw new CommandError(MESSAGES.unknownFormat(format), 2);
  if (values.owner === undefined) throw new CommandError(`${MESSAGES.needsOwner}\n${MESSAGES.usage}`, 2);
  return {
    read,
    path,
    owner: values.owner,
    photos: values.photos ?? null,
    timezone: values.timezone ?? "UTC",
    refused: values.refused ?? null,
    dryRun: values["dry-run"] ?? false,
  };
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
        refused: { type: "string" },
        "dry-run": { type: "boolean" },
      },
    });
  } catch (error) {
    throw new CommandError(`${MESSAGES.wrongOption(messageOf(error))}\n${MESSAGES.usage}`, 2);
  }
}

async function runImport(command: ImportCommand, config: Config): Promise<void> {
  const zone = parseTimeZone(command.timezone);
  const counter: ReadCounter = { total: 0, read: 0 };
  const source = await openPackage(command.path, counter);
  const folder = command.photos === null ? null : await PictureFolder.open(command.photos);
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
      ownerId,
      photos: folder === null ? null : { folder, store: new FolderPhotoStore(config.dataDir) },
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
  } finally {
    bar.stop();
    await refused.close().catch(() => undefined);
    await db.close();
  }
}

function print(
  { summary }: ImportResult,
  command: ImportCommand,
  refusedFile: string,
  elapsedMs: number,
): void {
  for (const line of summaryLines(summary, command, refusedFile, elapsedMs)) console.log(line);
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
  if (owner === null) throw new CommandError(MESSAGES.unknownOwner(email), 1);
  return owner;
}

/** One sentence for any error, without a stack. */
function sentenceOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof StartError)
    return error.message;
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
  await runImport(parseCommand(process.argv.slice(2)), loadConfig(process.env));
} catch (error) {
  console.error(sentenceOf(error));
  process.exitCode = error instanceof CommandError ? error.exitCode : 1;
}
