import { SquareDashed } from "lucide-react";
import type { CSSProperties } from "react";
import { useStore } from "zustand";
import type { DetectionBox } from "../../../domain/insight/detection-box.ts";
import { percentText } from "../../../domain/insight/insight-text.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { photoBoxesStore, togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { readableName } from "../facts/species-label.tsx";
import styles from "./photo-boxes.module.css";

/** Share of the picture's height that a label may need. */
const LABEL_ROOM = 0.1;
/** Right of this a label is aligned to the box's right side, so that it stays in the picture. */
const RIGHT_PART = 0.6;

/** Estimated for a picture on a phone. */
const NARROW_PX = 320;
const LETTER_PX = 6.5;
const LABEL_EDGES_PX = 12;

interface PhotoBoxesProps {
  row: Pick<InsightRow, "boxes" | "className">;
  /** Covers the whole picture, also where it is cropped. */
  style?: CSSProperties;
}

/** Hidden from screen readers, which read their number with the facts. */
export function PhotoBoxes({ row, style }: PhotoBoxesProps) {
  const { shown } = useStore(photoBoxesStore);
  if (!shown || row.boxes.length === 0) return null;
  return (
    <div className={styles.over} style={style} data-boxes={row.boxes.length} aria-hidden="true">
      {row.boxes.map((one, at) => {
        const [x, y, width, height] = one.box;
        const isEnd = x > RIGHT_PART;
        const words = labelOf(one, row.className, isEnd ? x + width : 1 - x);
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of one picture never change places
            key={at}
            className={styles.box}
            style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          >
            {words !== "" && (
              <span className={styles.label} data-place={placeOf(one)} data-end={isEnd || undefined}>
                {words}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

/** Also rendered for pictures without boxes, because it may have the focus. */
export function PhotoBoxesButton({ className }: { className?: string | undefined }) {
  const { shown } = useStore(photoBoxesStore);
  return (
    <IconButton
      {...(className === undefined ? {} : { className })}
      label={insightsMessages.boxes.button}
      aria-keyshortcuts="B"
      pressed={shown}
      icon={<SquareDashed size={20} aria-hidden="true" />}
      onClick={togglePhotoBoxes}
    />
  );
}

/**
 * Class and confidence; of the insight's own class the confidence alone where a narrow picture has no room for both.
 * @param room share of the picture's width that the label may take
 */
export function labelOf({ className, confidence }: DetectionBox, ofInsight: string, room: number): string {
  const percent = percentText(confidence);
  const words = [readableName(className), ...(percent === null ? [] : [percent])].join(" ");
  const fits = words.length * LETTER_PX + LABEL_EDGES_PX <= room * NARROW_PX;
  return fits || className !== ofInsight || percent === null ? words : percent;
}

function placeOf({ box: [, y, , height] }: DetectionBox): "above" | "below" | "inside" {
  if (y >= LABEL_ROOM) return "above";
  return y + height <= 1 - LABEL_ROOM ? "below" : "inside";
}

function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
