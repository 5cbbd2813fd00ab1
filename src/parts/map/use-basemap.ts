import { useCallback, useEffect, useMemo, useState } from "react";
import { usePublicConfig } from "../../client/public-config.tsx";
import { useServices } from "../../client/services.tsx";
import { useOfferedBasemaps } from "../../client/use-offered-basemaps.ts";
import { useSyncStatus } from "../../client/use-sync.ts";
import type { StoredFile } from "../../platform/file-store.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../platform/stored-values.ts";
import type { Basemap } from "../../protocol/basemaps.ts";
import type { Overlay } from "../../ui/map/basemap/basemap.tsx";
import { openRegion, RegionError, type RegionProblem } from "../../ui/map/basemap/region-source.ts";
import type { TileSource } from "../../ui/map/basemap/tile-source.ts";
import {
  type BasemapChoice,
  type BasemapProblem,
  BUILT_IN,
  chosenBasemap,
  isLasting,
  type Region,
  regionsOf,
  storedChoice,
} from "./basemap-choice.ts";
import { bytesOfFile, bytesOnServer, regionFiles } from "./region-files.ts";

export interface BasemapState {
  choice: BasemapChoice;
  choose(choice: BasemapChoice): void;
  regions: readonly Region[];
  rasterUrl: string | null;
  overlay: Overlay;
  /** Why the chosen basemap does not show. */
  problem: BasemapProblem | null;
  /** Names of regions that nobody chose and that could not be shown: another basemap took their place. */
  leftOut: readonly string[];
  dismissProblem(): void;
  onProblem(error: unknown): void;
  /** Files on this device have changed. */
  refresh(): void;
}

const values = browserLocalValues();
const NO_BASEMAPS: readonly Basemap[] = [];
const NONE_FAILED: ReadonlySet<string> = new Set();

/** Which basemap this person sees over the built-in one, and what there is to choose from. */
export function useBasemap(): BasemapState {
  const config = usePublicConfig();
  const [files, setFiles] = useState<readonly StoredFile[] | null>(null);
  const [version, setVersion] = useState(0);
  const [stored, setStored] = useState(() => values.get(LOCAL_KEYS.basemap));
  const [problem, setProblem] = useState<BasemapProblem | null>(null);
  const [failed, setFailed] = useState(NONE_FAILED);
  const offered = useOfferedBasemaps();
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
  const onServer = offered?.files ?? NO_BASEMAPS;
  const regions = useMemo(() => regionsOf(onServer, files ?? []), [onServer, files]);
  const rasterUrl = config?.rasterTileUrl ?? null;
  const rasterAttribution = offered?.rasterAttribution ?? null;
  const choice = useMemo(
    () => (files === null ? BUILT_IN : chosenBasemap(stored, { regions, rasterUrl, failed })),
    [stored, files, regions, rasterUrl, failed],
  );
  const byDefault = choice.kind === "region" && stored !== storedChoice(choice) ? choice.name : null;
  const report = useCallback(
    (found: BasemapProblem | null) => {
      // A default region that cannot be shown is left out: the next basemap takes its place.
      if (byDefault !== null && found !== null && found !== "tilesMissing" && isLasting(found))
        setFailed((before) => new Set(before).add(byDefault));
      else setProblem(found);
    },
    [byDefault],
  );
  const region = choice.kind === "region" ? regions.find(({ name }) => name === choice.name) : undefined;
  const source = useRegionSource(region, report);
  const overlay = useMemo((): Overlay => {
    if (choice.kind === "raster" && rasterUrl !== null)
      return { kind: "raster", url: rasterUrl, attribution: rasterAttribution };
    return choice.kind === "region" ? { kind: "region", source } : { kind: "none" };
  }, [choice, rasterUrl, rasterAttribution, source]);
  const choose = useCallback((next: BasemapChoice) => {
    const text = storedChoice(next);
    values.set(LOCAL_KEYS.basemap, text);
    setProblem(null);
    setFailed(NONE_FAILED);
    setStored(text);
  }, []);
  const onProblem = useCallback(
    (error: unknown) => report(error instanceof RegionError ? error.problem : "tilesMissing"),
    [report],
  );
  const leftOut = useMemo(() => [...failed], [failed]);
  return {
    choice,
    choose,
    regions,
    rasterUrl,
    overlay,
    problem,
    leftOut,
    dismissProblem: useCallback(() => setProblem(null), []),
    onProblem,
    refresh: useCallback(() => setVersion((before) => before + 1), []),
  };
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
