import { type CSSProperties, type SyntheticEvent, useCallback, useEffect, useState } from "react";
import { usePhoto } from "../../../client/photo/use-photo.ts";
import { deskMessages as words } from "../../../messages/insights/desk.ts";
import { isMeteredLink } from "../../../platform/link.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import type { PhotoLoader } from "../../../sync/sync-status.ts";
import { classNames } from "../../../ui/class-names.ts";
import scroll from "../../../ui/layout/scroll-shade.module.css";
import { InsightFacts } from "../facts/insight-facts.tsx";
import { readableName, SpeciesLabel } from "../facts/species-label.tsx";
import { StatusTag } from "../facts/status-tag.tsx";
import { photoOf } from "../photo/insight-photo.ts";
import { PhotoBoxes } from "../photo/photo-boxes.tsx";
import { Thumbnail } from "../photo/thumbnail.tsx";
import styles from "./current-insight.module.css";

/** A held J key passes rows faster than this: their full photos are not fetched. */
const REST_MS = 150;

export interface CurrentInsightProps {
  row: InsightRow;
  /** False for a row that is shown before one is current: its full photo is not fetched. */
  chosen: boolean;
  /** Unsaved actions or notices about saved ones share the panel: the insight then has the smaller part of it. */
  short: boolean;
  photos: PhotoLoader;
  online: boolean;
  onOpen(row: InsightRow): void;
}

/** The current row of the list at the desk: its photo with the boxes, and its facts. */
export function CurrentInsight({ row, chosen, short, photos, online, onOpen }: CurrentInsightProps) {
  const name = readableName(row.className);
  return (
    <section className={styles.current} aria-label={words.current} data-short={short || undefined}>
      <button type="button" className={styles.photo} onClick={() => onOpen(row)}>
        <span className="visually-hidden">{words.enlarge(name, row.displayName)}.</span>
        <CurrentPhoto row={row} chosen={chosen} photos={photos} online={online} />
      </button>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <SpeciesLabel className={row.className} />
        </h2>
        <StatusTag status={row.status} unsent={row.unsent} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and must do so by key */}
      <section className={classNames(styles.facts, scroll.shade)} aria-label={words.facts} tabIndex={0}>
        <InsightFacts row={row} />
      </section>
    </section>
  );
}

type CurrentPhotoProps = Pick<CurrentInsightProps, "row" | "chosen" | "photos" | "online">;

/** The thumbnail, which the list has already, and over it the full photo once the row has been current for a moment. */
function CurrentPhoto({ row, chosen, photos, online }: CurrentPhotoProps) {
  const photo = photoOf(row);
  const rests = useRests(row.insightId) && chosen && !isMeteredLink();
  const load = useCallback<PhotoLoader["full"]>((...args) => photos.full(...args), [photos]);
  const full = usePhoto(photo, load, { wanted: rests, online });
  const [shape, setShape] = useState<{ insightId: string; ratio: number } | null>(null);
  const measure = ({ target }: SyntheticEvent) => {
    if (!(target instanceof HTMLImageElement) || target.naturalHeight === 0) return;
    setShape({ insightId: row.insightId, ratio: target.naturalWidth / target.naturalHeight });
  };
  const ratio = shape?.insightId === row.insightId ? shape.ratio : null;
  const style = ratio === null ? undefined : fitStyle(ratio);
  return (
    // The pictures tell their shape by `load`, which is captured because it does not bubble.
    <span className={styles.stage} data-photo={full.kind} onLoadCapture={measure}>
      <span className={styles.fit} style={style} data-measured={style && true}>
        <Thumbnail key={row.insightId} photo={photo} size="large" />
        {photo !== null && full.kind === "image" && <img src={full.url} alt="" className={styles.full} />}
      </span>
      {style !== undefined && <PhotoBoxes row={row} style={style} />}
    </span>
  );
}

/** Whether the row has been the same one for a moment. */
function useRests(insightId: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(insightId), REST_MS);
    return () => clearTimeout(timer);
  }, [insightId]);
  return rested === insightId;
}

/** Covers the picture, fitted into the stage. @param ratio its width by its height */
function fitStyle(ratio: number): CSSProperties {
  return { width: `min(100cqw, 100cqh * ${ratio})`, aspectRatio: `${ratio}` };
}
