import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextSet } from "../../../src/formats/detections/text-set.ts";

describe("a set of texts by their hashes", () => {
  it("knows what was added and nothing else, as a set of strings does", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 })), (texts) => {
        const [set, strings] = [new TextSet(), new Set<string>()];
        for (const text of texts) {
          expect(set.has(text)).toBe(strings.has(text));
          set.add(text);
          strings.add(text);
        }
      }),
    );
  });

  it("tells 200,000 paths of cameras apart", () => {
    const set = new TextSet();
    let known = 0;
    for (let at = 0; at < 200_000; at += 1) {
      const path = `camera-${at % 50}/DCIM/IMG_${at}.JPG`;
      if (set.has(path)) known += 1;
      set.add(path);
    }
    expect(known).toBe(0);
    expect(set.has("camera-0/DCIM/IMG_0.JPG")).toBe(true);
  });
});
