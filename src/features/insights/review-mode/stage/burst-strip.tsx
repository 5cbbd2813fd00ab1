import Cloud from "lucide-react/icons/cloud";
import ImageOff from "lucide-react/icons/image-off";
import { useEffect, useRef } from "react";
import { reviewModeMessages } from "../../../../messages/insights/review-mode.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { Kbd } from "../../../../ui/controls/kbd.tsx";
import { photoOf } from "../../photo/insight-photo.ts";
import type { PhotoCache } from "../photos/photo-cache.ts";
import { usePhotoCacheNews } from "../photos/use-photo-cache.ts";
import styles from "./burst-strip.module.css";

const { burst: words, keyLines } = reviewModeMessages;

interface BurstStripProps {
  frames: readonly InsightRow[];
  frame: number;
  cache: PhotoCache | null;
  onFrame(frame: number): void;
}

/** The frames of a burst; one that is not on this device shows a cloud. */
export function BurstStrip({ frames, frame, cache, onFrame }: BurstStripProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[frame]?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
  }, [frame]);
  usePhotoCacheNews(cache);
  const kinds = frames.map((one) => cache?.look(photoOf(one), "thumbnail").kind ?? "waiting");
  const absent = kinds.flatMap((kind, at) => (kind === "offline" ? [at + 1] : []));
  return (
    <section className={styles.strip} aria-label={words.label(frames.length)}>
      <p className={styles.title}>
        <strong>{words.title}</strong> {words.at(frame + 1, frames.length)}
      </p>
      <ul ref={list} className={styles.frames}>
        {frames.map((one, at) => {
          const look = cache?.look(photoOf(one), "thumbnail");
          return (
            <li key={one.insightId}>
              <button
                type="button"
                className={styles.frame}
                aria-pressed={at === frame}
                aria-label={words.frame(at + 1, frames.length)}
                data-frame={kinds[at]}
                onClick={() => onFrame(at)}
              >
                {look?.kind === "image" ? (
                  <img src={look.url} alt="" className={styles.picture} draggable={false} />
                ) : look?.kind === "missing" ? (
                  <ImageOff size={18} aria-hidden="true" />
                ) : (
                  <Cloud size={18} aria-hidden="true" />
                )}
                <span className={styles.number} aria-hidden="true">
                  {at + 1}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      <p className={styles.words} data-absent={absent.length > 0 || undefined}>
        {absent.length > 0 ? words.absent(absent) : words.oneStep(frames.length)}
      </p>
      <p className={styles.keys} aria-hidden="true">
        <Kbd>←</Kbd> <Kbd>→</Kbd> {keyLines.frames}
      </p>
    </section>
  );
}
