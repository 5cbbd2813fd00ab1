import { PbfWriter } from "pbf";
import { zxyToTileId } from "pmtiles";

/**
 * Small map files, written by the specification of PMTiles 3
 * (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md).
 */

interface TileOfFile {
  z: number;
  x: number;
  y: number;
  data: Uint8Array;
}

const HEADER_BYTES = 127;
const NOT_COMPRESSED = 1;
const VECTOR = 1;

export function pmtilesFile(
  tiles: readonly TileOfFile[],
  {
    layers = ["earth", "water", "places"],
    tileType = VECTOR,
    attribution,
  }: { layers?: readonly string[]; tileType?: number; attribution?: string } = {},
): Uint8Array {
  const sorted = tiles
    .map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) }))
    .sort((a, b) => a.id - b.id);
  const directory = directoryOf(sorted);
  const metadata = new TextEncoder().encode(
    JSON.stringify({ vector_layers: layers.map((id) => ({ id })), attribution }),
  );
  const content = Buffer.concat(sorted.map(({ data }) => data));
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  for (const [at, letter] of [..."PMTiles"].entries()) header.setUint8(at, letter.charCodeAt(0));
  header.setUint8(7, 3);
  const metadataAt = HEADER_BYTES + directory.length;
  const contentAt = metadataAt + metadata.length;
  const numbers = [
    HEADER_BYTES,
    directory.length,
    metadataAt,
    metadata.length,
    contentAt,
    0,
    contentAt,
    content.length,
  ];
  for (const [at, number] of [...numbers, sorted.length, sorted.length, sorted.length].entries())
    header.setBigUint64(8 + at * 8, BigInt(number), true);
  header.setUint8(96, 1);
  header.setUint8(97, NOT_COMPRESSED);
  header.setUint8(98, NOT_COMPRESSED);
  header.setUint8(99, tileType);
  header.setUint8(100, Math.min(...sorted.map(({ z }) => z)));
  header.setUint8(101, Math.max(...sorted.map(({ z }) => z)));
  const corners = [-180, -85, 180, 85];
  for (const [at, degrees] of corners.entries()) header.setInt32(102 + at * 4, degrees * 1e7, true);
  return Buffer.concat([new Uint8Array(header.buffer), directory, metadata, content]);
}

function directoryOf(tiles: readonly (TileOfFile & { id: number })[]): Uint8Array {
  const writer = new PbfWriter();
  writer.writeVarint(tiles.length);
  for (const [at, { id }] of tiles.entries()) writer.writeVarint(id - (tiles[at - 1]?.id ?? 0));
  for (const _ of tiles) writer.writeVarint(1);
  for (const { data } of tiles) writer.writeVarint(data.length);
  // Each behind the one before; the first at 0, written as 1.
  for (const [at] of tiles.entries()) writer.writeVarint(at === 0 ? 1 : 0);
  return writer.finish();
}

const EXTENT = 4096;

/** A vector tile that is land with a square lake in its middle, and the name of a place there. */
export function lakeTile(place: string): Uint8Array {
  const square = (from: number, to: number) => [
    9,
    zigzag(from),
    zigzag(from),
    26,
    zigzag(to - from),
    0,
    0,
    zigzag(to - from),
    zigzag(from - to),
    0,
    15,
  ];
  const writer = new PbfWriter();
  writer.writeMessage(3, writeLayer, { name: "earth", type: 3, geometry: square(0, EXTENT), text: null });
  writer.writeMessage(3, writeLayer, { name: "water", type: 3, geometry: square(1024, 3072), text: null });
  writer.writeMessage(3, writeLayer, {
    name: "places",
    type: 1,
    geometry: [9, zigzag(2048), zigzag(2048)],
    text: place,
  });
  return writer.finish();
}

interface OneFeatureLayer {
  name: string;
  type: 1 | 3;
  geometry: number[];
  text: string | null;
}

function writeLayer({ name, type, geometry, text }: OneFeatureLayer, writer: PbfWriter): void {
  writer.writeVarintField(15, 2);
  writer.writeStringField(1, name);
  writer.writeMessage(
    2,
    (_, feature) => {
      if (text !== null) feature.writePackedVarint(2, [0, 0]);
      feature.writeVarintField(3, type);
      feature.writePackedVarint(4, geometry);
    },
    null,
  );
  if (text !== null) {
    writer.writeStringField(3, "name");
    writer.writeMessage(4, (value: string, field) => field.writeStringField(1, value), text);
  }
  writer.writeVarintField(5, EXTENT);
}

function zigzag(value: number): number {
  return (value << 1) ^ (value >> 31);
}
