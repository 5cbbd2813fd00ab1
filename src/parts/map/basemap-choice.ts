import type { Basemap } from "../../protocol/basemaps.ts";
import type { RegionProblem } from "../../ui/map/basemap/region-source.ts";

/** A map of a region that can be shown: on the server, on this device, or both. */
export interface Region {
  name: string;
  /** Of the file on the server; null where the server has it no more. */
  url: string | null;
  bytes: number;
  onDevice: boolean;
}

export type BasemapChoice = { kind: "builtIn" } | { kind: "raster" } | { kind: "region"; name: string };

export const BUILT_IN: BasemapChoice = { kind: "builtIn" };

/** The regions of the server, by name, then those that are on this device alone. */
export function regionsOf(
  offered: readonly Basemap[],
  files: readonly { name: string; bytes: number }[],
): Region[] {
  const onServer = offered.map(
    (basemap): Region => ({
      ...basemap,
      onDevice: files.some(({ name }) => name === basemap.name),
    }),
  );
  const alone = files.filter(({ name }) => !offered.some((basemap) => basemap.name === name));
  return [
    ...onServer,
    ...alone.map(({ name, bytes }): Region => ({ name, bytes, url: null, onDevice: true })),
  ];
}

/** A choice as it is stored: "builtIn", "raster" or "region:" and the name. */
export function storedChoice(choice: BasemapChoice): string {
  return choice.kind === "region" ? `region:${choice.name}` : choice.kind;
}

/**
 * The stored choice, as far as it is still offered; where nobody has chosen, the most detailed that the operator
 * offers, without the regions that could not be shown.
 */
export function chosenBasemap(
  stored: string | null,
  {
    regions,
    rasterUrl,
    failed,
  }: { regions: readonly Region[]; rasterUrl: string | null; failed: ReadonlySet<string> },
): BasemapChoice {
  if (stored === "builtIn") return BUILT_IN;
  if (stored === "raster" && rasterUrl !== null) return { kind: "raster" };
  const named = regions.find(({ name }) => stored === `region:${name}`);
  const good = regions.filter(({ name }) => !failed.has(name));
  const region = named ?? good.find(({ onDevice }) => onDevice) ?? good[0];
  if (region !== undefined) return { kind: "region", name: region.name };
  return rasterUrl === null ? BUILT_IN : { kind: "raster" };
}

/** Why a basemap does not show; "tilesMissing" of online tiles. */
export type BasemapProblem = RegionProblem | "tilesMissing";

/** Whether the file itself is at fault: asking for it again would give the same. */
export function isLasting(problem: RegionProblem): boolean {
  return problem !== "unreachable";
}
