import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { loadConfig } from "../../../server/config.ts";
import type { Database } from "../../../server/db/database.ts";
import { insertUser } from "../../../server/features/account/repository.ts";
import { FolderPhotoStore } from "../../../server/files/photo-folder.ts";
import { openPackage } from "../../../server/import/folder-source.ts";
import { type ImportProgress, importPackage } from "../../../server/import/import-package.ts";
import type { ImportRefusal } from "../../../server/import/import-refusal.ts";
import { PictureFolder } from "../../../server/import/picture-folder.ts";
import type { Quotas } from "../../../src/domain/account/quota.ts";
import type { DateOrder } from "../../../src/formats/cells/date-order.ts";
import { parseTimeZone } from "../../../src/formats/cells/time-zone.ts";
import type { FormatReader } from "../../../src/formats/format-reader.ts";
import { TestClock } from "../time/test-clock.ts";
import type { OpenedDatabase } from "./opened-database.ts";

export interface ImportOptions {
  photos?: string;
  timezone?: string;
  dates?: DateOrder;
  dataset?: string;
  update?: boolean;
  dryRun?: boolean;
  quotas?: Partial<Quotas>;
  onProgress?: (progress: ImportProgress) => void;
}

const DEFAULT_QUOTAS: Quotas = loadConfig({});

/** The importer over a database, with a clock that stands still. */
export function importWorld({ db, dataDir }: Pick<OpenedDatabase, "db" | "dataDir">) {
  const clock = new TestClock();
  return {
    clock,
    db,
    dataDir,
    async run(read: FormatReader, path: string, ownerId: number, options: ImportOptions = {}) {
      const refusals: ImportRefusal[] = [];
      const photos =
        options.photos === undefined
          ? null
          : { folder: await PictureFolder.open(options.photos), store: new FolderPhotoStore(dataDir) };
      const { summary, longestWriteMs } = await importPackage({
        db,
        clock,
        stopwatch: () => performance.now(),
        source: await openPackage(path, { total: 0, read: 0 }),
        read,
        zone: parseTimeZone(options.timezone ?? "UTC"),
        dates: options.dates ?? null,
        ownerId,
        quotas: { ...DEFAULT_QUOTAS, ...options.quotas },
        dataset: options.dataset ?? null,
        update: options.update ?? false,
        photos,
        dryRun: options.dryRun ?? false,
        onRefusal: (refusal) => refusals.push(refusal),
        onProgress: options.onProgress ?? (() => undefined),
      });
      return { summary, refusals, longestWriteMs };
    },
    folder: (files: Readonly<Record<string, string | Uint8Array>>) => folderOf(dataDir, files),
    addUser: (name: string) => addUser(db, name),
  };
}

/** A new folder in `root` with these files in it. */
export async function folderOf(
  root: string,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = await mkdtemp(join(root, "files-"));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

export async function addUser(db: Database, name: string): Promise<number> {
  const userId = await db.write((transaction) =>
    insertUser(transaction, {
      email: `${name}@example.org`,
      username: name,
      firstName: name,
      lastName: "Test",
      phoneNumber: "7000000000",
      country: "Kenya",
      passwordHash: "none",
      role: "member",
      nowMs: 0,
    }),
  );
  if (userId === null) throw new Error(`There is a user ${name} already.`);
  return userId;
}
