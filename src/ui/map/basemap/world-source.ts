import GeoJSONVT from "geojson-vt";
import { feature } from "topojson-client";
import type { MapLabel, TileShape, TileSource } from "./tile-source.ts";

const EXTENT = 4096;
/** Beyond this the coast has no more bends: its tiles are drawn larger. */
const MAX_ZOOM = 12;
const COUNTRY_LABELS_TO_ZOOM = 7;

let loaded: Promise<TileSource> | null = null;

/** The built-in map of the world, loaded once and only where a map is shown. A load that fails is repeated. */
export function worldSource(): Promise<TileSource> {
  loaded ??= loadWorld().catch((error: unknown) => {
    loaded = null;
    throw error;
  });
  return loaded;
}

async function loadWorld(): Promise<TileSource> {
  const { countries, places } = await import("virtual:world-map");
  const shapes = feature(countries, countries.objects.countries);
  const index = new GeoJSONVT(shapes, { maxZoom: MAX_ZOOM, indexMaxZoom: 0, extent: EXTENT, buffer: 64 });
  const labels = [
    ...shapes.features.map(({ properties: { name, at, area } }): MapLabel => {
      const minZoom = area > 800 ? 2 : area > 150 ? 3 : area > 15 ? 4 : area > 2 ? 5 : 6;
      const [longitude, latitude] = at;
      const rank = 100 + area;
      return {
        text: name,
        latitude,
        longitude,
        kind: "country",
        rank,
        minZoom,
        maxZoom: COUNTRY_LABELS_TO_ZOOM,
      };
    }),
    ...places.map(
      ([text, longitude, latitude, rank]): MapLabel => ({
        text,
        latitude,
        longitude,
        kind: "place",
        rank,
        minZoom: minZoomOfPlace(rank),
        maxZoom: Number.POSITIVE_INFINITY,
      }),
    ),
  ];
  return {
    maxZoom: MAX_ZOOM,
    labels,
    async tile({ z, x, y }) {
      const tile = index.getTileRaw(z, x, y);
      const lands = (tile?.features ?? []).flatMap((land): TileShape[] =>
        land.type === 3 ? [{ part: "land", drawn: "both", lines: land.geometry }] : [],
      );
      return { kind: "shapes", extent: EXTENT, ground: "sea", shapes: lands, labels: [] };
    },
  };
}

/** Ten million people (rank 70) from zoom 3 on, one million from 5, a hundred thousand from 7. */
function minZoomOfPlace(rank: number): number {
  return 3 + Math.max(0, Math.round((70 - rank) / 5));
}
