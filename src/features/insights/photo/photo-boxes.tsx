import SquareDashed from "lucide-react/icons/square-dashed";
import type { CSSProperties } from "react";
import { useStore } from "zustand";
import type { DetectionBox } from "../../../domain/insight/detection-box.ts";
import { percentText } from "../../../domain/insight/insight-text.ts";
import { viewerMessages } from "../../../messages/insights/viewer.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { photoBoxesStore, togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { readableName } from "../facts/species-label.tsx";
import type { Size } from "./gestures/zoom.ts";
import { labelWidthPx, placeLabels, startsAtEnd } from "./label-places.ts";
import styles from "./photo-boxes.module.css";

/** A picture on a phone. */
const NARROW_PX = 320;

interface PhotoBoxesProps {
  row: Pick<InsightRow, "boxes" | "className">;
  /** Covers the whole picture, also where it is cropped. */
  style?: CSSProperties;
}

/** Hidden from screen readers, which read their number with the facts. */
export function PhotoBoxes({ row, style }: PhotoBoxesProps) {
  const { shown } = useStore(photoBoxesStore);
  if (!shown || row.boxes.length === 0) return null;
  const labelled = row.boxes.map((one) => {
    const [x, , width] = one.box;
    return { ...one, words: labelOf(one, row.className, startsAtEnd(one.box) ? x + width : 1 - x) };
  });
  const places = placeLabels(labelled, sizeOf(style));
  return (
    <div className={styles.over} style={style} data-boxes={row.boxes.length} aria-hidden="true">
      {labelled.map(({ box: [x, y, width, height], words }, at) => {
        return (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the boxes of one picture never change places
            key={at}
            className={styles.box}
            style={{ left: percent(x), top: percent(y), width: percent(width), height: percent(height) }}
          >
            {words !== "" && (
              <span
                className={styles.label}
                data-place={places[at]?.place}
                data-end={places[at]?.atEnd || undefined}
              >
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
      label={viewerMessages.boxesAround}
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
  const fits = labelWidthPx(words) <= room * NARROW_PX;
  return fits || className !== ofInsight || percent === null ? words : percent;
}

/** Of a picture whose size only CSS knows, that of a small one. */
function sizeOf({ width, height }: CSSProperties = {}): Size {
  return typeof width === "number" && typeof height === "number"
    ? { width, height }
    : { width: NARROW_PX, height: NARROW_PX * 0.75 };
}

function percent(fraction: number): string {
  return `${fraction * 100}%`;
}
