import { createStore } from "zustand/vanilla";
import { MAP_LAYERS, type MapLayer } from "../domain/map/map-warnings.ts";
import { isRecord } from "../domain/record-guard.ts";
import { browserLocalValues, LOCAL_KEYS } from "../platform/stored-values.ts";

export interface MapLook {
  /** Null: as the theme. */
  style: "light" | "dark" | null;
  hidden: readonly MapLayer[];
  /** Null: open where the map is wide. */
  legendOpen: boolean | null;
  /** By what the list of Sentinels is sorted. */
  listBy: "name" | "distance";
}

const values = browserLocalValues();

/** How this person looks at the map; kept on this device. */
export const mapLookStore = createStore<MapLook>(() => readLook(values.get(LOCAL_KEYS.mapLook)));

export function changeMapLook(change: Partial<MapLook>): void {
  mapLookStore.setState(change);
  values.set(LOCAL_KEYS.mapLook, JSON.stringify(mapLookStore.getState()));
}

/** Reads the stored look; fields that this version does not know, or with invalid values, are ignored. */
export function readLook(stored: string | null): MapLook {
  let read: unknown = null;
  try {
    read = JSON.parse(stored ?? "null");
  } catch {
    // Not JSON: the defaults apply.
  }
  const { style, hidden, legendOpen, listBy } = isRecord(read) ? read : {};
  return {
    style: style === "light" || style === "dark" ? style : null,
    hidden: Array.isArray(hidden) ? MAP_LAYERS.filter((layer) => hidden.includes(layer)) : [],
    legendOpen: typeof legendOpen === "boolean" ? legendOpen : null,
    listBy: listBy === "distance" ? "distance" : "name",
  };
}

interface MapPlace {
  centre: { latitude: number; longitude: number };
  zoom: number;
}

/** Where each person's map was when it was left; for as long as the page lives. */
const places = new Map<number, MapPlace>();

/** Null where this person's map was not open yet: the next person on this device never sees where another looked. */
export function mapPlaceOf(userId: number): MapPlace | null {
  return places.get(userId) ?? null;
}

export function rememberMapPlace(userId: number, place: MapPlace): void {
  places.set(userId, place);
}
