import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";
import type { Config } from "../../config.ts";
import { notFound } from "../../http/api-error.ts";
import type { SentFile } from "../../http/send-file.ts";

const FOLDER = "basemaps";
const SUFFIX = ".pmtiles";

export interface Basemap {
  /** The file's name without its suffix. */
  name: string;
  url: string;
  bytes: number;
}

/** Whether a file of the folder is offered: a hidden one is an upload under way, or none of the operator's. */
const isOffered = (file: string) => file.endsWith(SUFFIX) && !file.startsWith(".");

/** The map files that the operator has put into DATA_DIR/basemaps, by name. Read anew each time: none needs a restart. */
export async function listBasemaps({ dataDir }: Pick<Config, "dataDir">): Promise<Basemap[]> {
  const folder = join(dataDir, FOLDER);
  const files = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    files
      .filter(isOffered)
      .sort()
      .map(async (file): Promise<Basemap | null> => {
        // A file may be replaced while the folder is read; a link that leads nowhere is no map.
        const facts = await stat(join(folder, file)).catch(() => null);
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
 * One of the listed files, by its name with the suffix. Only names that the folder itself lists are opened, so that
 * no request leads out of it.
 * @throws ApiError not_found
 */
export async function openBasemap({ dataDir }: Pick<Config, "dataDir">, file: string): Promise<SentFile> {
  const folder = join(dataDir, FOLDER);
  const files = await readdir(folder).catch(() => []);
  const name = files.find((listed) => listed === file && isOffered(listed));
  const path = join(folder, name ?? "");
  const facts = name === undefined ? null : await stat(path).catch(() => null);
  if (facts === null || !facts.isFile()) throw notFound(SERVER_MESSAGES.noSuchBasemap);
  return {
    tag: `"${facts.size.toString(36)}-${Math.round(facts.mtimeMs).toString(36)}"`,
    mediaType: "application/vnd.pmtiles",
    bytes: facts.size,
    open: async (range) => createReadStream(path, range),
  };
}
