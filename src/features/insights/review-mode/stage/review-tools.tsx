import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Layers from "lucide-react/icons/layers";
import Maximize from "lucide-react/icons/maximize";
import Minimize from "lucide-react/icons/minimize";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { useStore } from "zustand";
import type { PhotoLight } from "../../../../domain/insight/brightened.ts";
import type { ZoomBase } from "../../../../domain/insight/zoom-base.ts";
import { reviewModeMessages } from "../../../../messages/insights/review-mode.ts";
import { reviewBurstsStore, toggleReviewBursts } from "../../../../state/review-bursts-store.ts";
import { IconButton } from "../../../../ui/controls/icon-button.tsx";
import { PhotoBoxesButton } from "../../photo/photo-boxes.tsx";
import { BrightenButton, SkipButton } from "../../photo/photo-tools.tsx";
import styles from "./review-tools.module.css";

const { zoom: words } = reviewModeMessages;

interface ReviewToolsProps {
  light: PhotoLight;
  /** Bursts can be folded. */
  mayFold: boolean;
  /** How the photo lies after a press of the button. */
  nextBase: ZoomBase;
  onNextBase(): void;
  onZoom(to: "in" | "out"): void;
  onSkip(): void;
  hasPrevious: boolean;
  hasNext: boolean;
  onMove(step: 1 | -1): void;
}

/** The tools of the photo, which lie beside it and not over it. */
export function ReviewTools(props: ReviewToolsProps) {
  const fills = props.nextBase === "fill";
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and here is none
    <div className={styles.tools} role="group" aria-label={words.group}>
      <IconButton
        className={styles.phoneTool}
        label={reviewModeMessages.previous}
        icon={<ChevronLeft size={22} aria-hidden="true" />}
        aria-disabled={!props.hasPrevious}
        onClick={() => props.onMove(-1)}
      />
      <PhotoBoxesButton />
      <BrightenButton light={props.light} />
      <SkipButton onToggle={props.onSkip} />
      {props.mayFold && <BurstsButton />}
      <IconButton
        className={styles.deskTool}
        label={words.out}
        icon={<ZoomOut size={20} aria-hidden="true" />}
        onClick={() => props.onZoom("out")}
      />
      <IconButton
        className={styles.deskTool}
        label={words.in}
        icon={<ZoomIn size={20} aria-hidden="true" />}
        onClick={() => props.onZoom("in")}
      />
      <IconButton
        className={styles.baseTool}
        label={fills ? words.fill : words.fit}
        icon={fills ? <Maximize size={20} aria-hidden="true" /> : <Minimize size={20} aria-hidden="true" />}
        onClick={props.onNextBase}
      />
      <IconButton
        className={styles.phoneTool}
        label={reviewModeMessages.next}
        icon={<ChevronRight size={22} aria-hidden="true" />}
        aria-disabled={!props.hasNext}
        onClick={() => props.onMove(1)}
      />
    </div>
  );
}

function BurstsButton() {
  const { folded } = useStore(reviewBurstsStore);
  return (
    <IconButton
      label={reviewModeMessages.burst.button}
      title={reviewModeMessages.burst.hint}
      aria-keyshortcuts="G"
      pressed={folded}
      icon={<Layers size={20} aria-hidden="true" />}
      onClick={toggleReviewBursts}
    />
  );
}
