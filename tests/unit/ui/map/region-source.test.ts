import { describe, expect, it } from "vitest";
import { openRegion, RegionError } from "../../../../src/ui/map/basemap/region-source.ts";
import { lakeTile, pmtilesFile } from "../../../support/maps/pmtiles-file.ts";

const bytesOf = (content: Uint8Array) => ({
  getKey: () => "test",
  getBytes: async (offset: number, length: number) => ({
    data: new Uint8Array(content.slice(offset, offset + length)).buffer,
  }),
});
const open = (content: Uint8Array) => openRegion(bytesOf(content));
const problemOf = (content: Uint8Array) =>
  open(content).then(
    () => null,
    (error: unknown) => (error instanceof RegionError ? error.problem : error),
  );
const text = (content: string) => new TextEncoder().encode(content);
const never = new AbortController().signal;

describe("a map file of a region", () => {
  const lake = pmtilesFile([
    { z: 3, x: 4, y: 3, data: lakeTile("Heron Lake") },
    { z: 4, x: 8, y: 6, data: lakeTile("North Bay") },
  ]);

  it("gives its tiles as shapes in the order in which they are drawn, and the names on them", async () => {
    const source = await open(lake);
    expect(source.maxZoom).toBe(4);
    const tile = await source.tile({ z: 3, x: 4, y: 3 }, never);
    if (tile?.kind !== "shapes") throw new Error("no shapes came");
    expect([tile.extent, tile.ground]).toEqual([4096, "sea"]);
    expect(tile.shapes.map(({ part, drawn }) => [part, drawn])).toEqual([
      ["land", "fill"],
      ["water", "fill"],
    ]);
    expect(tile.shapes[1]?.lines).toEqual([[1024, 1024, 3072, 1024, 3072, 3072, 1024, 3072, 1024, 1024]]);
    const [label] = tile.labels;
    expect(label).toMatchObject({ text: "Heron Lake", kind: "place", longitude: 22.5 });
    // The middle of the tile, between the rows 3 and 4 of 8.
    expect(label?.latitude).toBeCloseTo(21.943, 2);
  });

  it("has no tile beyond its zooms, and none where none was put", async () => {
    const source = await open(lake);
    expect(await source.tile({ z: 2, x: 2, y: 1 }, never)).toBeNull();
    expect(await source.tile({ z: 3, x: 0, y: 0 }, never)).toBeNull();
  });

  it("says what is wrong with a file that is none", async () => {
    expect(await problemOf(text("PK\u0003\u0004 a zip archive of something else"))).toBe("foreign");
    expect(await problemOf(text(""))).toBe("foreign");
    expect(await problemOf(text("PMTales by another author"))).toBe("foreign");
    expect(await problemOf(new Uint8Array([80, 77, 2, 0, 0, 0, 0, 0]))).toBe("old");
    expect(await problemOf(new Uint8Array([80, 77, 1, 0, 0, 0, 0, 0]))).toBe("old");
    expect(await problemOf(lake.slice(0, 60))).toBe("broken");
    expect(await problemOf(lake.slice(0, 140))).toBe("broken");
    const newer = Uint8Array.from(lake);
    newer[7] = 4;
    expect(await problemOf(newer)).toBe("unknownTiles");
    expect(await problemOf(pmtilesFile([{ z: 0, x: 0, y: 0, data: text("?") }], { tileType: 6 }))).toBe(
      "unknownTiles",
    );
    expect(await problemOf(pmtilesFile([{ z: 0, x: 0, y: 0, data: text("?") }], { layers: ["pipes"] }))).toBe(
      "unknownTiles",
    );
  });

  it("says that it is damaged where a tile cannot be read", async () => {
    const source = await open(pmtilesFile([{ z: 0, x: 0, y: 0, data: text("\u001a\u007fno tile") }]));
    await expect(source.tile({ z: 0, x: 0, y: 0 }, never)).rejects.toMatchObject({ problem: "broken" });
  });
});
