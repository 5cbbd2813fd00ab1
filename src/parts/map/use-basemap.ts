import { useCallback, useEffect, useMemo, useState } from "react";
import { usePublicConfig } from "../../client/public-config.tsx";
import { useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import type { StoredFile } from "../../platform/file-store.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../platform/stored-values.ts";
import type { Overlay } from "../../ui/map/basemap/basemap.tsx";
import { openRegion, RegionError, type RegionProblem } from "../../ui/map/basemap/region-source.ts";
import type { TileSource } from "../../ui/map/basemap/tile-source.ts";
import { bytesOfFile, bytesOnServer, regionFiles } from "./region-files.ts";

/** A map of a region that can be shown: on the server, on this device, or both. */
export interface Region {
  name: string;
  /** Of the file on the server; null where the server has it no more. */
  url: string | null;
  bytes: number;
  onDevice: boolean;
}

export type BasemapChoice = { kind: "builtIn" } | { kind: "raster" } | { kind: "region"; name: string };

export interface BasemapState {
  choice: BasemapChoice;
  choose(choice: BasemapChoice): void;
  regions: readonly Region[];
  rasterUrl: string | null;
  overlay: Overlay;
  /** Why what is chosen does not show; "tilesMissing" of online tiles. */
  problem: RegionProblem | "tilesMissing" | null;
  onProblem(error: unknown): void;
  /** Files on this device have changed. */
  refresh(): void;
}

const values = browserLocalValues();
const NO_BASEMAPS: readonly { name: string; url: string; bytes: number }[] = [];

/** Which basemap this person sees over the built-in one, and what there is to choose from. */
export function useBasemap(): BasemapState {
  const config = usePublicConfig();
  const [files, setFiles] = useState<readonly StoredFile[] | null>(null);
  const [version, setVersion] = useState(0);
  const [stored, setStored] = useState(() => values.get(LOCAL_KEYS.basemap));
  const [problem, setProblem] = useState<BasemapState["problem"]>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: version is not read, it is a reason to look again
  useEffect(() => {
    let here = true;
    regionFiles.list().then(
      (found) => here && setFiles(found),
      () => here && setFiles([]),
    );
    return () => {
      here = false;
    };
  }, [version]);
  const offered = config?.basemaps ?? NO_BASEMAPS;
  const regions = useMemo(() => regionsOf(offered, files ?? []), [offered, files]);
  const rasterUrl = config?.rasterTileUrl ?? null;
  const choice = useMemo(
    () => (files === null ? BUILT_IN : chosen(stored, regions, rasterUrl)),
    [stored, files, regions, rasterUrl],
  );
  const region = choice.kind === "region" ? regions.find(({ name }) => name === choice.name) : undefined;
  const source = useRegionSource(region, setProblem);
  const overlay = useMemo((): Overlay => {
    if (choice.kind === "raster" && rasterUrl !== null) return { kind: "raster", url: rasterUrl };
    return choice.kind === "region" ? { kind: "region", source } : { kind: "none" };
  }, [choice, rasterUrl, source]);
  const choose = useCallback((next: BasemapChoice) => {
    const text = next.kind === "region" ? `region:${next.name}` : next.kind;
    values.set(LOCAL_KEYS.basemap, text);
    setProblem(null);
    setStored(text);
  }, []);
  const onProblem = useCallback((error: unknown) => {
    setProblem(error instanceof RegionError ? error.problem : "tilesMissing");
  }, []);
  return {
    choice,
    choose,
    regions,
    rasterUrl,
    overlay,
    problem,
    onProblem,
    refresh: useCallback(() => setVersion((before) => before + 1), []),
  };
}

const BUILT_IN: BasemapChoice = { kind: "builtIn" };

function regionsOf(
  offered: readonly { name: string; url: string; bytes: number }[],
  files: readonly StoredFile[],
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

/** The stored choice where it is still offered; else the most detailed basemap that there is. */
function chosen(stored: string | null, regions: readonly Region[], rasterUrl: string | null): BasemapChoice {
  if (stored === "builtIn") return BUILT_IN;
  if (stored === "raster" && rasterUrl !== null) return { kind: "raster" };
  const named = regions.find(({ name }) => stored === `region:${name}`);
  const region = named ?? regions.find(({ onDevice }) => onDevice) ?? regions[0];
  if (region !== undefined) return { kind: "region", name: region.name };
  return rasterUrl === null ? BUILT_IN : { kind: "raster" };
}

function useRegionSource(
  region: Region | undefined,
  onProblem: (problem: RegionProblem | null) => void,
): TileSource | null {
  const { http } = useServices();
  const [source, setSource] = useState<{ of: string; source: TileSource } | null>(null);
  const { name, url, onDevice } = region ?? { name: null, url: null, onDevice: false };
  const key = JSON.stringify([name, url, onDevice]);
  const { phase } = useSyncStatus();
  // A region that could not be opened is tried again when the connection changes; an open one stays.
  const attempt = source?.of === key ? "opened" : phase;
  useEffect(() => {
    if (name === null || attempt === "opened") return;
    let here = true;
    const open = async () => {
      const file = onDevice ? await regionFiles.open(name) : null;
      if (file === null && url === null) throw new RegionError("gone");
      return openRegion(file !== null ? bytesOfFile(file) : bytesOnServer(http, url ?? ""));
    };
    open().then(
      (opened) => {
        if (!here) return;
        setSource({ of: key, source: opened });
        onProblem(null);
      },
      (error: unknown) => {
        if (here) onProblem(error instanceof RegionError ? error.problem : "broken");
      },
    );
    return () => {
      here = false;
    };
  }, [http, name, url, onDevice, key, attempt, onProblem]);
  return source?.of === key ? source.source : null;
}
