import type { Tile, TileShape, TileSource } from "./tile-source.ts";
import { type FromWorldWorker, type ToWorldWorker, WORLD_EXTENT, WORLD_MAX_ZOOM } from "./world-messages.ts";

let started: Promise<TileSource> | null = null;

/** The built-in map of the world, loaded once and only where a map is shown. A start that fails is repeated. */
export function worldSource(): Promise<TileSource> {
  started ??= startWorld().catch((error: unknown) => {
    started = null;
    throw error;
  });
  return started;
}

/** Its data and the slicing of it live in a worker, for as long as the page does. */
function startWorld(): Promise<TileSource> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./world-worker.ts", import.meta.url), { type: "module" });
    const asked = new Map<number, (tile: Tile) => void>();
    let lastId = 0;
    worker.onerror = () => {
      worker.terminate();
      reject(new Error("The built-in map could not be loaded."));
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorldWorker>) => {
      if (data.kind === "tile") {
        asked.get(data.id)?.(tileOf(data.lands));
        asked.delete(data.id);
        return;
      }
      resolve({
        maxZoom: WORLD_MAX_ZOOM,
        labels: data.labels,
        // Natural Earth is in the public domain and asks for nothing.
        attribution: null,
        tile: ({ z, x, y }) =>
          new Promise((give) => {
            lastId += 1;
            asked.set(lastId, give);
            worker.postMessage({ id: lastId, z, x, y } satisfies ToWorldWorker);
          }),
      });
    };
  });
}

function tileOf(lands: readonly (readonly ArrayLike<number>[])[]): Tile {
  const shapes = lands.map((lines): TileShape => ({ part: "land", drawn: "both", lines }));
  return { kind: "shapes", extent: WORLD_EXTENT, ground: "sea", shapes, labels: [] };
}
