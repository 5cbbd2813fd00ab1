import CloudOff from "lucide-react/icons/cloud-off";
import ImageOff from "lucide-react/icons/image-off";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { usePhoto } from "../../../client/photo/use-photo.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { PHOTO } from "../../../messages/insights/photo.ts";
import type { NearViewport } from "../../../parts/photo/near-viewport.ts";
import { useDarkPicture } from "../../../parts/photo/use-dark-picture.ts";
import type { PhotoAddress } from "../../../sync/sync-status.ts";
import { classNames } from "../../../ui/class-names.ts";
import type { Fling } from "../../../ui/data-table/fling/fling.ts";
import { useAwayWords } from "./away-words.tsx";
import styles from "./thumbnail.module.css";
import type { ThumbnailQueue } from "./thumbnail-queue.ts";

interface ThumbnailShared {
  queue: ThumbnailQueue;
  nearViewport: NearViewport;
  /** Whether the server can be reached. */
  online: boolean;
}

export const ThumbnailContext = createContext<ThumbnailShared | null>(null);

/** While new rows are loading, the old rows start no pictures, to leave a slow phone its time. */
export function useHeldThumbnails(awaited: boolean): void {
  const queue = useContext(ThumbnailContext)?.queue;
  const release = useRef<(() => void) | null>(null);
  useLayoutEffect(() => {
    if (awaited) release.current ??= queue?.hold() ?? null;
  }, [awaited, queue]);
  // Deferred until the old rows have cancelled their pictures.
  useEffect(() => {
    if (awaited) return;
    release.current?.();
    release.current = null;
  }, [awaited]);
  useEffect(() => () => release.current?.(), []);
}

/** While a list is flung, no picture is drawn into the rows that are leaving. */
export function useThumbnailsOfFling(fling: Fling | undefined): void {
  const queue = useContext(ThumbnailContext)?.queue;
  useEffect(() => {
    let release = () => {};
    const stop = fling?.subscribe((fast) => {
      if (fast) release = queue?.hold() ?? release;
      else release();
    });
    return () => {
      stop?.();
      release();
    };
  }, [fling, queue]);
}

interface ThumbnailProps {
  photo: PhotoAddress | null;
  /** "small" and "tile" show an icon where there is no picture, "large" the words too. */
  size: "small" | "tile" | "large";
}

/** A thumbnail in a box of fixed size, so that nothing jumps; the text beside it names it. */
export function Thumbnail({ photo, size }: ThumbnailProps) {
  const context = useContext(ThumbnailContext);
  if (context === null) throw new Error("a thumbnail needs the insights screen around it");
  const box = useRef<HTMLSpanElement>(null);
  const { queue, nearViewport, online } = context;
  const load = useCallback(
    async (wanted: PhotoAddress, signal: AbortSignal) => {
      if (box.current !== null) await nearViewport.until(box.current, signal);
      return await queue.load(wanted, signal);
    },
    [queue, nearViewport],
  );
  const state = usePhoto(photo, load, { wanted: true, online });
  const dark = useDarkPicture(state.kind === "image" ? state.blob : null);

  return (
    <span ref={box} className={classNames(styles.box, styles[size])} data-photo={state.kind}>
      {state.kind === "image" && (
        <img src={state.url} alt="" className={classNames(styles.picture, dark && styles.lifted)} />
      )}
      {state.kind === "missing" && (
        <Slot icon={<ImageOff size={18} aria-hidden="true" />} words={insightsMessages.imageDoesNotExist} />
      )}
      {state.kind === "offline" && <AwaySlot size={size} />}
      {state.kind === "failed" && (
        <Slot
          icon={<CloudOff size={18} aria-hidden="true" />}
          words={size === "large" ? PHOTO.failed : PHOTO.failedShort}
        />
      )}
    </span>
  );
}

function AwaySlot({ size }: Pick<ThumbnailProps, "size">) {
  const { whole } = useAwayWords();
  return (
    <Slot
      icon={<CloudOff size={18} aria-hidden="true" />}
      words={size === "large" ? whole : insightsMessages.imageOfflineShort}
    />
  );
}

function Slot({ icon, words }: { icon: ReactNode; words: string }) {
  return (
    <span className={styles.slot} title={words}>
      {icon}
      <span className={styles.words}>{words}</span>
    </span>
  );
}
