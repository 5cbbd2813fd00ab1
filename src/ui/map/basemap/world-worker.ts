import { countries, places } from "virtual:world-map";
import GeoJSONVT from "geojson-vt";
import { feature } from "topojson-client";
import type { MapLabel } from "./tile-source.ts";
import { type FromWorldWorker, type ToWorldWorker, WORLD_EXTENT, WORLD_MAX_ZOOM } from "./world-messages.ts";

/** The part of a dedicated worker's global scope that is used; the page's types do not have it. */
interface WorkerScope {
  postMessage(message: FromWorldWorker): void;
  onmessage: ((event: MessageEvent<ToWorldWorker>) => void) | null;
}

const scope = globalThis as unknown as WorkerScope;
const COUNTRY_LABELS_TO_ZOOM = 7;

// Slicing coasts into tiles takes tens of milliseconds a zoom: in the page it would cost frames.
const shapes = feature(countries, countries.objects.countries);
const index = new GeoJSONVT(shapes, {
  maxZoom: WORLD_MAX_ZOOM,
  indexMaxZoom: 0,
  extent: WORLD_EXTENT,
  buffer: 64,
});

scope.onmessage = ({ data: { id, z, x, y } }) => {
  const features = index.getTileRaw(z, x, y)?.features ?? [];
  scope.postMessage({
    kind: "tile",
    id,
    lands: features.flatMap((land) => (land.type === 3 ? [land.geometry] : [])),
  });
};

scope.postMessage({
  kind: "labels",
  labels: [
    ...shapes.features.map(({ properties: { name, at, area } }): MapLabel => {
      const [longitude, latitude] = at;
      return {
        text: name,
        latitude,
        longitude,
        kind: "country",
        rank: 100 + area,
        minZoom: area > 800 ? 2 : area > 150 ? 3 : area > 15 ? 4 : area > 2 ? 5 : 6,
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
        // Ten million people (rank 70) from zoom 3 on, one million from 5, a hundred thousand from 7.
        minZoom: 3 + Math.max(0, Math.round((70 - rank) / 5)),
        maxZoom: Number.POSITIVE_INFINITY,
      }),
    ),
  ],
});
