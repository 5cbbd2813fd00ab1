import { VectorTile, type VectorTileLayer } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { Compression, type Header, PMTiles, type Source, TileType } from "pmtiles";
import { attributionText } from "./attribution.ts";
import { KNOWN_LAYERS, rankOfPlace, styleOf } from "./region-style.ts";
import type { MapLabel, Tile, TileAddress, TileShape, TileSource } from "./tile-source.ts";

/**
 * Why a region's file is not shown. foreign: no PMTiles; old: of a version before 3; unknownTiles: nothing in it can
 * be drawn here; broken: damaged; unreachable, gone: the server could not be asked, or has no such file.
 */
export type RegionProblem = "foreign" | "old" | "unknownTiles" | "broken" | "unreachable" | "gone";

export class RegionError extends Error {
  readonly problem: RegionProblem;
  constructor(problem: RegionProblem, cause?: unknown) {
    super(`The map of a region cannot be shown: ${problem}.`, { cause });
    this.name = "RegionError";
    this.problem = problem;
  }
}

/** Reads bytes of a file; rejects with RegionError where it cannot. */
export type RegionBytes = Source;

const PICTURES: Partial<Record<TileType, string>> = {
  [TileType.Png]: "image/png",
  [TileType.Jpeg]: "image/jpeg",
  [TileType.Webp]: "image/webp",
  [TileType.Avif]: "image/avif",
};
const HEADER_BYTES = 127;

/** Opens a PMTiles file as a basemap. @throws RegionError */
export async function openRegion(bytes: RegionBytes): Promise<TileSource> {
  await checkBeginning(bytes);
  const archive = new PMTiles(bytes);
  const header = await archive.getHeader().catch(asBroken);
  const picture = PICTURES[header.tileType];
  const isPacked = header.tileCompression > Compression.Gzip || header.internalCompression > Compression.Gzip;
  if (isPacked || (picture === undefined && header.tileType !== TileType.Mvt))
    throw new RegionError("unknownTiles");
  // A file that ends too early shows here, and not tile by tile.
  const metadata = await archive.getMetadata().catch(asBroken);
  if (picture === undefined && !hasKnownLayer(metadata)) throw new RegionError("unknownTiles");
  return {
    maxZoom: header.maxZoom,
    labels: [],
    attribution: attributionText((metadata as { attribution?: unknown } | null)?.attribution),
    async tile(address, signal) {
      if (!isWithin(header, address)) return null;
      const { z, x, y } = address;
      const found = await archive.getZxy(z, x, y, signal).catch(asBroken);
      if (found === undefined) return null;
      try {
        if (picture === undefined) return shapesOf(new VectorTile(new PbfReader(found.data)), address);
        return {
          kind: "picture",
          picture: await createImageBitmap(new Blob([found.data], { type: picture })),
        };
      } catch (error) {
        return asBroken(error);
      }
    },
  };
}

/** The library warns of files of older versions by what they lack, which says nothing to a person. */
async function checkBeginning(bytes: RegionBytes): Promise<void> {
  const { data } = await bytes.getBytes(0, HEADER_BYTES).catch(asBroken);
  const text = new TextDecoder("latin1").decode(data.slice(0, 7));
  if (!text.startsWith("PM")) throw new RegionError("foreign");
  // Versions 1 and 2 have only these two letters, and the version as a number of two bytes.
  const version = new Uint8Array(data)[text === "PMTiles" ? 7 : 2];
  if (text !== "PMTiles") throw new RegionError(version === 1 || version === 2 ? "old" : "foreign");
  if (version !== undefined && version < 3) throw new RegionError("old");
  if (version !== 3) throw new RegionError("unknownTiles");
  if (data.byteLength < HEADER_BYTES) throw new RegionError("broken");
}

function asBroken(error: unknown): never {
  if (error instanceof RegionError) throw error;
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw new RegionError("broken", error);
}

/** Files that do not list their layers are tried. */
function hasKnownLayer(metadata: unknown): boolean {
  const layers = (metadata as { vector_layers?: unknown } | null)?.vector_layers;
  if (!Array.isArray(layers) || layers.length === 0) return true;
  const ids = layers.map((layer: { id?: unknown } | null) => layer?.id);
  return KNOWN_LAYERS.some((known) => ids.includes(known));
}

/** Whether a tile may be in the file, so that none is asked for in vain. */
function isWithin({ minZoom, minLon, minLat, maxLon, maxLat }: Header, { z, x, y }: TileAddress): boolean {
  if (z < minZoom) return false;
  const count = 2 ** z;
  const longitude = (column: number) => (column / count) * 360 - 180;
  const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / count))) * 180) / Math.PI;
  return (
    longitude(x + 1) > minLon && longitude(x) < maxLon && latitude(y) > minLat && latitude(y + 1) < maxLat
  );
}

function shapesOf(tile: VectorTile, address: TileAddress): Tile {
  const shapes: TileShape[] = [];
  const labels: MapLabel[] = [];
  let extent = 4096;
  for (const name of KNOWN_LAYERS) {
    const layer = tile.layers[name];
    if (layer === undefined) continue;
    extent = layer.extent;
    for (let at = 0; at < layer.length; at += 1) takeFeature(layer, at, { address, shapes, labels });
  }
  // Where a schema has no land of its own, all that is not water is land.
  const ground = tile.layers.earth === undefined ? "land" : "sea";
  return { kind: "shapes", extent, ground, shapes, labels };
}

const GEOMETRIES = [null, "point", "line", "polygon"] as const;

function takeFeature(
  layer: VectorTileLayer,
  at: number,
  { address, shapes, labels }: { address: TileAddress; shapes: TileShape[]; labels: MapLabel[] },
): void {
  const feature = layer.feature(at);
  const geometry = GEOMETRIES[feature.type];
  if (!geometry) return;
  const style = styleOf(layer.name, geometry, feature.properties);
  if (style === null) return;
  const lines = feature.loadGeometry();
  if (style !== "label") {
    shapes.push({ ...style, lines: lines.map((points) => points.flatMap(({ x, y }) => [x, y])) });
    return;
  }
  const text = feature.properties["name:en"] ?? feature.properties.name;
  const [point] = lines[0] ?? [];
  if (typeof text !== "string" || point === undefined) return;
  const { x, y } = point;
  const inTile = x >= 0 && y >= 0 && x < layer.extent && y < layer.extent;
  if (!inTile) return;
  const count = 2 ** address.z;
  const row = (address.y + y / layer.extent) / count;
  labels.push({
    text,
    longitude: ((address.x + x / layer.extent) / count) * 360 - 180,
    latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * row))) * 180) / Math.PI,
    kind: "place",
    rank: rankOfPlace(feature.properties),
    minZoom: 0,
    maxZoom: Number.POSITIVE_INFINITY,
  });
}
