import type { MapPart } from "./map-colours.ts";

/** How one feature of a vector tile is drawn; "label" where its name is written. */
export type FeatureStyle =
  | { part: MapPart; drawn: "fill" | "line"; widthPx?: number; dashed?: boolean }
  | "label"
  | null;

type Properties = Readonly<Record<string, number | string | boolean>>;
type Geometry = "point" | "line" | "polygon";

/**
 * The layers of the two common schemas in the order in which they are drawn: Protomaps
 * (https://docs.protomaps.com/basemaps/layers) and OpenMapTiles (https://openmaptiles.org/schema).
 */
export const KNOWN_LAYERS = [
  "earth",
  "landcover",
  "landuse",
  "natural",
  "park",
  "water",
  "ocean",
  "waterway",
  "building",
  "buildings",
  "boundary",
  "boundaries",
  "transportation",
  "roads",
  "place",
  "places",
] as const;

const WOODED = /forest|wood|park|reserve|scrub|grass|meadow|wetland|orchard|garden|nature|jungle|farm/;
const LARGE_ROAD = /highway|motorway|trunk/;
const MIDDLE_ROAD = /major|primary|secondary|medium|tertiary/;
const PATH = /path|track|footway|pedestrian|cycleway|steps|other/;

/** Null for what is not drawn. */
export function styleOf(layer: string, geometry: Geometry, properties: Properties): FeatureStyle {
  const kind = String(properties.kind ?? properties.class ?? properties.subclass ?? "");
  switch (layer) {
    case "earth":
      return geometry === "polygon" ? { part: "land", drawn: "fill" } : null;
    case "landcover":
    case "landuse":
    case "natural":
      return geometry === "polygon" && WOODED.test(kind) ? { part: "wood", drawn: "fill" } : null;
    case "park":
      return geometry === "polygon" ? { part: "wood", drawn: "fill" } : null;
    case "water":
    case "ocean":
    case "waterway":
      if (geometry === "polygon") return { part: "water", drawn: "fill" };
      return geometry === "line" ? { part: "water", drawn: "line", widthPx: 1.6 } : null;
    case "building":
    case "buildings":
      return geometry === "polygon" ? { part: "building", drawn: "fill" } : null;
    case "boundary":
    case "boundaries":
      return geometry === "line" ? { part: "border", drawn: "line", widthPx: 1, dashed: true } : null;
    case "transportation":
    case "roads":
      return geometry === "line" ? roadStyle(kind) : null;
    case "place":
    case "places":
      return geometry === "point" ? "label" : null;
    default:
      return null;
  }
}

function roadStyle(kind: string): FeatureStyle {
  if (LARGE_ROAD.test(kind)) return { part: "road", drawn: "line", widthPx: 4 };
  if (MIDDLE_ROAD.test(kind)) return { part: "road", drawn: "line", widthPx: 2.6 };
  if (PATH.test(kind)) return { part: "path", drawn: "line", widthPx: 1, dashed: true };
  return { part: "road", drawn: "line", widthPx: 1.6 };
}

/** How weighty a place is where names would overlap, in the scale of the built-in map's places. */
export function rankOfPlace(properties: Properties): number {
  const population = Number(properties.population ?? Number.NaN);
  if (population > 0) return Math.round(Math.log10(population) * 10);
  const rank = Number(properties.population_rank ?? Number.NaN);
  if (rank > 0) return rank * 5;
  return String(properties.kind ?? properties.class) === "city" ? 50 : 20;
}
