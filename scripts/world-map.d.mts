import type { Plugin } from "vite";

export function worldMap(): Plugin;
export function makeWorldMap(): {
  countries: object;
  places: [name: string, longitude: number, latitude: number, rank: number][];
};
