import { CloudOff, ImageOff } from "lucide-react";
import { createContext, type ReactNode, type SyntheticEvent, useContext, useRef, useState } from "react";
import { insightsMessages } from "../../messages/insights.ts";
import { classNames } from "../../ui/class-names.ts";
import { isDarkPicture } from "./picture-brightness.ts";
import styles from "./thumbnail.module.css";
import type { PhotoAddress, ThumbnailQueue } from "./thumbnail-queue.ts";
import { useNearViewport } from "./use-near-viewport.ts";
import { usePhoto } from "./use-photo.ts";

/** What all thumbnails of the screen share: the queue, and whether the server can be reached. */
export const ThumbnailContext = createContext<{ queue: ThumbnailQueue; online: boolean } | null>(null);

interface ThumbnailProps {
  photo: PhotoAddress | null;
  /** "small" shows an icon where there is no picture, "large" the words too. */
  size: "small" | "large";
}

/** A thumbnail in a box whose size is fixed, so that nothing jumps; what stands beside it names it. */
export function Thumbnail({ photo, size }: ThumbnailProps) {
  const context = useContext(ThumbnailContext);
  if (context === null) throw new Error("a thumbnail needs the insights screen around it");
  const box = useRef<HTMLSpanElement>(null);
  const near = useNearViewport(box);
  const state = usePhoto(photo, context.queue.load, { wanted: near, online: context.online });
  const [dark, setDark] = useState(false);

  return (
    <span ref={box} className={classNames(styles.box, styles[size])} data-photo={state.kind}>
      {state.kind === "image" && (
        <img
          src={state.url}
          alt=""
          className={classNames(styles.picture, dark && styles.lifted)}
          onLoad={(event: SyntheticEvent<HTMLImageElement>) => setDark(isDarkPicture(event.currentTarget))}
        />
      )}
      {state.kind === "missing" && (
        <Slot icon={<ImageOff size={18} aria-hidden="true" />} words={insightsMessages.imageDoesNotExist} />
      )}
      {(state.kind === "offline" || state.kind === "failed") && (
        <Slot
          icon={<CloudOff size={18} aria-hidden="true" />}
          words={size === "small" ? insightsMessages.imageOfflineShort : insightsMessages.imageOffline}
        />
      )}
    </span>
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
