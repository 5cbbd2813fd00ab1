import { browserFileStore } from "../../platform/file-store.ts";
import type { Http } from "../../platform/http.ts";
import { type RegionBytes, RegionError } from "../../ui/map/basemap/region-source.ts";

/** Maps of regions that are kept on this device; they are public data, and stay when somebody signs out. */
export const regionFiles = browserFileStore("basemaps");

/** A file on this device, as the map reads it. */
export function bytesOfFile(file: File): RegionBytes {
  return {
    getKey: () => `file:${file.name}`,
    getBytes: async (offset, length) => ({ data: await file.slice(offset, offset + length).arrayBuffer() }),
  };
}

/** A file on the server, read by ranges as the map needs them. */
export function bytesOnServer(http: Http, path: string): RegionBytes {
  let tag: string | null = null;
  return {
    getKey: () => path,
    async getBytes(offset, length, signal) {
      const response = await openPart(http, path, `bytes=${offset}-${offset + length - 1}`, signal);
      const now = response.headers.get("etag");
      // Bytes of two files make no map: the screen opens the new one.
      if (tag !== null && now !== tag) throw new RegionError("broken");
      tag = now;
      const data = await response.arrayBuffer();
      // A proxy that knows no ranges sends all.
      return { data: response.status === 200 ? data.slice(offset, offset + length) : data };
    },
  };
}

/** The whole file, piece by piece. @throws RegionError */
export async function downloadRegion(http: Http, path: string, signal: AbortSignal) {
  const { body } = await openPart(http, path, null, signal);
  if (body === null) throw new RegionError("unreachable");
  return body;
}

async function openPart(
  http: Http,
  path: string,
  range: string | null,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const headers = { accept: "application/vnd.pmtiles", ...(range !== null && { range }) };
  let response: Response;
  try {
    response = await http.open({ path, query: {}, headers, signal: signal ?? new AbortController().signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new RegionError("unreachable", error);
  }
  if (response.status === 404) throw new RegionError("gone");
  const isFile = (response.headers.get("content-type") ?? "").startsWith("application/vnd.pmtiles");
  // A file shorter than its header is no map; a captive portal's page is not the file.
  if (response.status === 416) throw new RegionError("foreign");
  if (!response.ok || !isFile) throw new RegionError("unreachable");
  return response;
}
