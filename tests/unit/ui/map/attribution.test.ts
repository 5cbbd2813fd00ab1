import { describe, expect, it } from "vitest";
import { attributionText } from "../../../../src/ui/map/basemap/attribution.ts";
import { openRegion } from "../../../../src/ui/map/basemap/region-source.ts";
import { lakeTile, pmtilesFile } from "../../../support/maps/pmtiles-file.ts";

describe("whose data a map shows", () => {
  it("is plain text, without the tags that files write", () => {
    expect(
      attributionText('<a href="https://osm.org" target="_blank">&copy; OpenStreetMap</a>  contributors'),
    ).toBe("© OpenStreetMap contributors");
    expect(attributionText("&#169; A &amp; B &#xA9; C &unknown; &#9999999;")).toBe(
      "© A & B © C &unknown; &#9999999;",
    );
    expect(attributionText("<img src=x onerror=alert(1)>Map&lt;script&gt;")).toBe("Map<script>");
  });

  it("is read in a moment where a file holds a million tags that never close", () => {
    const written = attributionText(`${"<".repeat(1_000_000)}<b>© Lake office</b>`);
    expect(written?.startsWith("<<<")).toBe(true);
    expect(attributionText("depth < 5 m <b>© Lake office</b>")).toBe("depth < 5 m © Lake office");
  });

  it("is null where nothing is written", () => {
    for (const written of [undefined, null, 7, {}, "", "  ", "<b></b>"])
      expect(attributionText(written)).toBeNull();
  });

  it("is cut where it would cover the map", () => {
    expect(attributionText("x".repeat(200))).toHaveLength(200);
    expect(attributionText("x".repeat(201))).toBe(`${"x".repeat(199)}…`);
  });

  it("comes from the file of a region", async () => {
    const content = pmtilesFile([{ z: 0, x: 0, y: 0, data: lakeTile("Lake") }], {
      attribution: "<b>© Lake office</b>",
    });
    const source = await openRegion({
      getKey: () => "test",
      getBytes: async (offset, length) => ({
        data: new Uint8Array(content.slice(offset, offset + length)).buffer,
      }),
    });
    expect(source.attribution).toBe("© Lake office");
  });
});
