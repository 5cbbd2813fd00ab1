import { describe, expect, it } from "vitest";
import {
  type BasemapChoice,
  chosenBasemap,
  isLasting,
  type Region,
  regionsOf,
  storedChoice,
} from "../../../../src/parts/map/basemap-choice.ts";

const region = (name: string, onDevice = false): Region => ({
  name,
  url: `/api/basemaps/${name}`,
  bytes: 5,
  onDevice,
});
const choose = (
  stored: string | null,
  regions: readonly Region[],
  { rasterUrl = null, failed = [] }: { rasterUrl?: string | null; failed?: readonly string[] } = {},
) => chosenBasemap(stored, { regions, rasterUrl, failed: new Set(failed) });

describe("which basemap is shown", () => {
  it("is what was chosen, as far as it is still there", () => {
    const regions = [region("Lakes"), region("Hills")];
    expect(choose("builtIn", regions)).toEqual({ kind: "builtIn" });
    expect(choose("region:Hills", regions)).toEqual({ kind: "region", name: "Hills" });
    expect(choose("region:Gone", regions)).toEqual({ kind: "region", name: "Lakes" });
    expect(choose("raster", regions, { rasterUrl: "https://x" })).toEqual({ kind: "raster" });
    expect(choose("raster", regions)).toEqual({ kind: "region", name: "Lakes" });
  });

  it("is a region on the device before others, tiles before none, where nobody chose", () => {
    expect(choose(null, [region("Lakes"), region("Hills", true)])).toEqual({ kind: "region", name: "Hills" });
    expect(choose(null, [], { rasterUrl: "https://x" })).toEqual({ kind: "raster" });
    expect(choose(null, [])).toEqual({ kind: "builtIn" });
  });

  it("is the next one where a file that nobody chose cannot be shown", () => {
    const regions = [region("Broken"), region("Lakes")];
    expect(choose(null, regions, { failed: ["Broken"] })).toEqual({ kind: "region", name: "Lakes" });
    expect(choose(null, regions, { failed: ["Broken", "Lakes"] })).toEqual({ kind: "builtIn" });
    const tiles = { rasterUrl: "https://x", failed: ["Broken", "Lakes"] };
    expect(choose(null, regions, tiles)).toEqual({ kind: "raster" });
    // A chosen file stays chosen, so that the notice can say why it does not show.
    expect(choose("region:Broken", regions, { failed: ["Broken"] })).toEqual({
      kind: "region",
      name: "Broken",
    });
  });

  it("is stored by kind and name", () => {
    const choices: BasemapChoice[] = [{ kind: "builtIn" }, { kind: "region", name: "a:b" }];
    expect(choices.map(storedChoice)).toEqual(["builtIn", "region:a:b"]);
    expect(choose(storedChoice({ kind: "region", name: "a:b" }), [region("c"), region("a:b")])).toEqual({
      kind: "region",
      name: "a:b",
    });
  });

  it("may come from the server, the device, or both", () => {
    const offered = [
      { name: "Lakes", url: "/l", bytes: 7 },
      { name: "Hills", url: "/h", bytes: 8 },
    ];
    const files = [
      { name: "Old", bytes: 3 },
      { name: "Hills", bytes: 8 },
    ];
    expect(regionsOf(offered, files)).toEqual([
      { name: "Lakes", url: "/l", bytes: 7, onDevice: false },
      { name: "Hills", url: "/h", bytes: 8, onDevice: true },
      { name: "Old", url: null, bytes: 3, onDevice: true },
    ]);
  });

  it("waits for a server that cannot be reached, and for no damaged file", () => {
    expect(isLasting("unreachable")).toBe(false);
    expect((["broken", "foreign", "old", "unknownTiles", "gone"] as const).every(isLasting)).toBe(true);
  });
});
