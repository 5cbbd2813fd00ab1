export const MAP_STYLES = ["light", "dark"] as const;
export type MapStyle = (typeof MAP_STYLES)[number];

/** The kinds of surface and line of a map; each has one colour in each style. */
export type MapPart = "sea" | "land" | "wood" | "water" | "building" | "road" | "path" | "border";

interface MapColours extends Readonly<Record<MapPart, string>> {
  readonly label: string;
  /** Around letters, so that they read over lines. */
  readonly halo: string;
}

/** The one table of colours, by style, for every kind of basemap that is drawn here. */
export const MAP_COLOURS: Readonly<Record<MapStyle, MapColours>> = {
  light: {
    sea: "#dce5e4",
    land: "#efeee5",
    wood: "#dfe6d6",
    water: "#dce5e4",
    building: "#e3e0d4",
    road: "#ffffff",
    path: "#cfcabb",
    border: "#b9b5a4",
    label: "#4b5149",
    halo: "#f5f4ef",
  },
  dark: {
    sea: "#0d1516",
    land: "#1a1f1a",
    wood: "#1c271d",
    water: "#0d1516",
    building: "#232823",
    road: "#2d342d",
    path: "#333a33",
    border: "#465046",
    label: "#b7bdb2",
    halo: "#111411",
  },
};
