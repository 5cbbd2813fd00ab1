/// <reference types="vite/client" />

/** Variables of a build; `apiBase` explains them. */
interface ImportMetaEnv {
  readonly VITE_USE_EMULATOR?: string;
  readonly VITE_API_BASE?: string;
}

/** Made by scripts/world-map.mjs. */
declare module "virtual:world-map" {
  import type { GeometryCollection, Topology } from "topojson-specification";

  export const countries: Topology<{
    countries: GeometryCollection<{
      name: string;
      /** Longitude and latitude of its name. */
      at: [longitude: number, latitude: number];
      /** Of its largest part, in square degrees. */
      area: number;
    }>;
  }>;
  /** The most populous first; the rank is ten times the decimal logarithm of the people. */
  export const places: readonly [name: string, longitude: number, latitude: number, rank: number][];
}
