import Download from "lucide-react/icons/download";
import Trash2 from "lucide-react/icons/trash";
import { useEffect, useRef, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { isSameValue } from "../../domain/same-value.ts";
import { BASEMAP } from "../../messages/map/map.ts";
import { sizeText } from "../../messages/offline/retention.ts";
import type { BasemapChoice, Region } from "../../parts/map/basemap-choice.ts";
import { downloadRegion, regionFiles } from "../../parts/map/region-files.ts";
import type { BasemapState } from "../../parts/map/use-basemap.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { canStoreFiles } from "../../platform/file-store.ts";
import { freeBytes } from "../../platform/free-bytes.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./basemap-dialog.module.css";

/** Chooses the basemap over the built-in map, and saves maps of regions on this device. */
export function BasemapDialog({ basemap, onClose }: { basemap: BasemapState; onClose(): void }) {
  const { choice, choose, regions, rasterUrl } = basemap;
  const option = (value: BasemapChoice, name: string, words: string) => (
    <label className={styles.option}>
      <input
        type="radio"
        name="basemap"
        checked={isSameValue(choice, value)}
        onChange={() => choose(value)}
        className={styles.radio}
      />
      <span>
        <span className={styles.name}>{name}</span>
        <span className={styles.words}>{words}</span>
      </span>
    </label>
  );
  return (
    <Dialog open onClose={onClose} title={BASEMAP.title}>
      <div className={styles.options}>
        {option({ kind: "builtIn" }, BASEMAP.builtIn, BASEMAP.builtInWords)}
        {rasterUrl !== null && option({ kind: "raster" }, BASEMAP.raster, BASEMAP.rasterWords)}
        {regions.map((region) => (
          <div key={region.name}>
            {option(
              { kind: "region", name: region.name },
              region.name,
              region.onDevice
                ? BASEMAP.onDevice(sizeText(region.bytes))
                : BASEMAP.fromServer(sizeText(region.bytes)),
            )}
            <RegionKeeping region={region} onChanged={basemap.refresh} />
          </div>
        ))}
        {regions.length === 0 && rasterUrl === null && <p className={styles.words}>{BASEMAP.none}</p>}
      </div>
    </Dialog>
  );
}

/** Saves a region's file on this device, with its size said before, or removes it. */
function RegionKeeping({ region, onChanged }: { region: Region; onChanged(): void }) {
  const { http } = useServices();
  const online = useOnlineOnly(BASEMAP.saveWhat);
  const [percent, setPercent] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useRef<AbortController | null>(null);
  // A save goes on while this is open, and ends with it.
  useEffect(() => () => saving.current?.abort(), []);
  const { name, url, bytes, onDevice } = region;

  const save = async (path: string) => {
    setProblem(null);
    if (!canStoreFiles()) return setProblem(BASEMAP.problems.noStorage);
    const free = await freeBytes();
    if (free !== null && free < bytes) return setProblem(BASEMAP.problems.noSpace(sizeText(bytes)));
    const controller = new AbortController();
    saving.current = controller;
    setPercent(0);
    try {
      const content = await downloadRegion(http, path, controller.signal);
      const onBytes = (come: number) => setPercent(Math.min(100, Math.floor((come / bytes) * 100)));
      await regionFiles.save(name, content, { signal: controller.signal, onBytes });
      showToast({ tone: "ok", message: BASEMAP.saved(name) });
      onChanged();
    } catch {
      if (!controller.signal.aborted) setProblem(BASEMAP.problems.failed);
    } finally {
      setPercent(null);
    }
  };
  const remove = async () => {
    await regionFiles.remove(name);
    onChanged();
  };
  return (
    <div className={styles.keeping}>
      {percent !== null ? (
        <>
          <span role="status">{BASEMAP.saving(percent)}</span>
          <Button onClick={() => saving.current?.abort()}>{BASEMAP.stop}</Button>
        </>
      ) : onDevice ? (
        <Button icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => void remove()}>
          {BASEMAP.remove}
        </Button>
      ) : (
        url !== null && (
          <Button
            icon={<Download size={16} aria-hidden="true" />}
            {...online.button}
            onClick={() => void save(url)}
          >
            {BASEMAP.save(sizeText(bytes))}
          </Button>
        )
      )}
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
    </div>
  );
}
