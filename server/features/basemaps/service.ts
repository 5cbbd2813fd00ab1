import { constants } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { Basemap } from "../../../src/protocol/basemaps.ts";
import type { Config } from "../../config.ts";
import { notFound } from "../../http/api-error.ts";
import type { SentFile } from "../../http/send-file.ts";

const FOLDER = "basemaps";
const SUFFIX = ".pmtiles";
const NO_LINKS = constants.O_RDONLY | constants.O_NOFOLLOW;

/** Whether nothing, or a link, stands where the file was. */
const isNoFile = (error: unknown) =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ELOOP");

/** Whether a file of the folder is offered: a hidden one is an upload under way, or none of the operator's. */
const isOffered = (file: string) => file.endsWith(SUFFIX) && !file.startsWith(".");

/**
 * The map files that the operator has put into DATA_DIR/basemaps, by name. Read anew each time: none needs a restart.
 * Regular files of the folder itself: a link may lead to anything that this process can read.
 */
export async function listBasemaps({ dataDir }: Pick<Config, "dataDir">): Promise<Basemap[]> {
  const folder = join(dataDir, FOLDER);
  const files = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    files
      .filter(isOffered)
      .sort()
      .map(async (file): Promise<Basemap | null> => {
        // A file may be replaced while the folder is read.
        const facts = await lstat(join(folder, file)).catch(() => null);
        if (facts === null || !facts.isFile()) return null;
        return {
          name: file.slice(0, -SUFFIX.length),
          url: `/api/basemaps/${encodeURIComponent(file)}`,
          bytes: facts.size,
        };
      }),
  );
  return found.filter((basemap) => basemap !== null);
}

/**
 * One of the listed files, by its name with the suffix. Only names that the folder itself lists are opened, and no
 * links, so that no request leads out of it.
 * @throws ApiError not_found
 */
export async function openBasemap({ dataDir }: Pick<Config, "dataDir">, file: string): Promise<SentFile> {
  const folder = join(dataDir, FOLDER);
  const files = await readdir(folder).catch(() => []);
  const name = files.find((listed) => listed === file && isOffered(listed));
  const path = join(folder, name ?? "");
  const facts = name === undefined ? null : await lstat(path).catch(() => null);
  if (facts === null || !facts.isFile()) throw notFound(SERVER_MESSAGES.noSuchBasemap);
  return {
    tag: `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`,
    mediaType: "application/vnd.pmtiles",
    bytes: facts.size,
    // The file may be gone since, or a link may have taken its place, which is not followed either.
    open: async (range) => {
      const opened = await open(path, NO_LINKS).catch((error: unknown) => {
        throw isNoFile(error) ? notFound(SERVER_MESSAGES.noSuchBasemap) : error;
      });
      return opened.createReadStream(range);
    },
  };
}
