import { describe, expect, it } from "vitest";
import { readLook } from "../../../src/state/map-look-store.ts";

const PLAIN = { style: null, hidden: [], legendOpen: null, listBy: "name" };

describe("how the map looks", () => {
  it("comes back as it was stored", () => {
    const look = { style: "dark", hidden: ["low_battery"], legendOpen: false, listBy: "distance" };
    expect(readLook(JSON.stringify(look))).toEqual(look);
  });

  it("takes what it does not understand for what nobody has chosen", () => {
    for (const stored of [null, "", "no json", "[]", "7", '{"style":"sepia","hidden":"all","legendOpen":1}'])
      expect(readLook(stored)).toEqual(PLAIN);
    expect(readLook('{"hidden":["low_battery","volcanoes"]}').hidden).toEqual(["low_battery"]);
  });
});
