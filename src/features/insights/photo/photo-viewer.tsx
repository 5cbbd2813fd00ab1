import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import CloudOff from "lucide-react/icons/cloud-off";
import ImageOff from "lucide-react/icons/image-off";
import X from "lucide-react/icons/x";
import {
  type KeyboardEvent,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useStore } from "zustand";
import type { PhotoState } from "../../../client/photo/photo-state.ts";
import { usePhoto } from "../../../client/photo/use-photo.ts";
import { isBrightened, type PhotoLight } from "../../../domain/insight/brightened.ts";
import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { viewerMessages as words } from "../../../messages/insights/viewer.ts";
import { useDarkPicture } from "../../../parts/photo/use-dark-picture.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { keyboardStore, scrollsFocus } from "../../../state/keyboard-store.ts";
import { togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import {
  photoViewStore,
  toggleBrightened,
  toggleSkipsWithoutPhoto,
} from "../../../state/photo-view-store.ts";
import type { PhotoLoader } from "../../../sync/sync-status.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { useLostFocus } from "../../../ui/focus/use-lost-focus.ts";
import { openModal } from "../../../ui/layout/open-modals.ts";
import { useBackCloses } from "../../../ui/layout/use-back-closes.ts";
import { useMediaQuery } from "../../../ui/use-media-query.ts";
import { commandOf } from "../actions/review-keys.ts";
import { RowActions } from "../actions/row-actions.tsx";
import { InsightFacts } from "../facts/insight-facts.tsx";
import { readableName, SpeciesLabel } from "../facts/species-label.tsx";
import { StatusTag } from "../facts/status-tag.tsx";
import { AwayPreviewWords, AwayWords } from "./away-words.tsx";
import { useRoom } from "./gestures/use-room.ts";
import { useZoomedPhoto } from "./gestures/use-zoomed-photo.ts";
import type { Size } from "./gestures/zoom.ts";
import { photoOf } from "./insight-photo.ts";
import { PhotoBoxes, PhotoBoxesButton } from "./photo-boxes.tsx";
import { BrightenButton, SkipButton } from "./photo-tools.tsx";
import styles from "./photo-viewer.module.css";
import { Thumbnail } from "./thumbnail.tsx";

const { photoTools } = words;
/** Swipes move to the neighbours, and a pull down closes. */
const SWIPES = ["left", "right", "down"] as const;
/** Until the picture is known. */
const ANY_SIZE: Size = { width: 4, height: 3 };

/** Where no thumb reaches for the actions they have the order of the table and of review mode; as in the style sheet. */
const ACTIONS_IN_ORDER = "(min-width: 851px), (orientation: landscape)";

export interface PhotoViewerProps {
  row: InsightRow;
  photos: PhotoLoader;
  online: boolean;
  mayAct: boolean;
  reasonId: string;
  hasPrevious: boolean;
  hasNext: boolean;
  /** The row of the last step is still being read. */
  seeks: boolean;
  onMove(step: 1 | -1): void;
  onAct(row: InsightRow, action: ReviewAction | { status: InsightStatus }): void;
  onUndo(): void;
  onRedo(): void;
  onClose(): void;
}

export function PhotoViewer(props: PhotoViewerProps) {
  const { row, onMove, onAct, onClose, mayAct, reasonId } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const member = row.members.find((one) => one.insightId === chosen) ?? null;
  const shown = member ?? row;
  const name = readableName(row.className);
  const photo = useViewedPhoto(shown, props);
  const forThumb = !useMediaQuery(ACTIONS_IN_ORDER);
  useBackCloses(true, onClose);
  useLostFocus(dialog);

  useEffect(() => {
    const before = document.activeElement;
    const close = openModal(dialog.current);
    return () => {
      close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && !keyboardStore.getState().singleKeys) return;
    const step = scrollsFocus(event.nativeEvent) ? null : stepOf(event);
    if (step !== null) {
      event.preventDefault();
      if (step === 1 ? props.hasNext : props.hasPrevious) onMove(step);
      return;
    }
    const toggle = TOGGLES[event.key.toLowerCase()];
    if (toggle !== undefined) {
      event.preventDefault();
      if (!event.repeat) toggle(photo.light);
      return;
    }
    const command = commandOf(event);
    if (command === "undo") props.onUndo();
    else if (command === "redo") props.onRedo();
    else if (command === "acknowledge" || command === "archive" || command === "favorite") {
      // A key sets a status and clears none, as in the list; a press on the active action does.
      if (mayAct && !event.repeat && row.status !== command) onAct(row, { status: command });
    } else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={styles.viewer}
      aria-label={words.title(name)}
      data-commands
      data-saves
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <ViewerStage {...props} row={shown} viewed={photo} dialog={dialog} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: on a low screen it scrolls, and must do so by key */}
      <section className={styles.side} aria-label={words.facts} tabIndex={0}>
        <div className={styles.head}>
          <h2 className={styles.name}>
            <SpeciesLabel className={row.className} />
          </h2>
          <StatusTag status={row.status} unsent={row.unsent} />
        </div>
        {row.members.length > 0 && (
          <ul className={styles.members} aria-label={words.members(row.members.length)}>
            {row.members.map((one, index) => (
              <li key={one.insightId}>
                <button
                  type="button"
                  className={styles.member}
                  aria-pressed={one.insightId === (chosen ?? row.members[0]?.insightId)}
                  aria-label={words.member(index + 1, row.members.length)}
                  onClick={() => setChosen(one.insightId)}
                >
                  <Thumbnail photo={photoOf(one)} size="small" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <InsightFacts row={row} />
      </section>
      <div className={styles.actions}>
        <RowActions
          row={row}
          layout="words"
          forThumb={forThumb}
          mayAct={mayAct}
          reasonId={reasonId}
          onAct={onAct}
        />
        {!mayAct && <p className={styles.reason}>{insightsMessages.restricted}</p>}
      </div>
    </dialog>
  );
}

const TOGGLES: Readonly<Record<string, (light: PhotoLight) => void>> = {
  b: togglePhotoBoxes,
  l: toggleBrightened,
  n: toggleSkipsWithoutPhoto,
};

interface ViewedPhoto {
  photo: PhotoState;
  /** Its thumbnail, for as long as the photo is on its way. */
  preview: PhotoState;
  light: PhotoLight;
  onRetry(): void;
}

function useViewedPhoto(
  row: InsightRow,
  { photos, online }: Pick<PhotoViewerProps, "photos" | "online">,
): ViewedPhoto {
  const [attempt, setAttempt] = useState(0);
  const address = photoOf(row);
  const loadFull = useCallback<PhotoLoader["full"]>((...args) => photos.full(...args), [photos]);
  const loadSmall = useCallback<PhotoLoader["thumbnail"]>((...args) => photos.thumbnail(...args), [photos]);
  const photo = usePhoto(address, loadFull, { wanted: true, online, attempt });
  const preview = usePhoto(address, loadSmall, { wanted: photo.kind !== "image", online });
  const brightens = useStore(photoViewStore, ({ brightenedAt }) => brightenedAt !== null);
  // Measuring decodes a picture once more: only while photos are brightened, and of the thumbnail where there is one.
  const measured = preview.kind === "image" ? preview : photo;
  const dark = useDarkPicture(brightens && measured.kind === "image" ? measured.blob : null);
  return {
    photo,
    preview,
    light: { insightId: row.insightId, dark },
    onRetry: () => setAttempt(attempt + 1),
  };
}

interface ViewerStageProps extends PhotoViewerProps {
  viewed: ViewedPhoto;
  dialog: RefObject<HTMLDialogElement | null>;
}

/**
 * The picture, and beside it the buttons.
 * @param props.row the insight that is shown, which may be a member
 */
function ViewerStage(props: ViewerStageProps) {
  const { row, viewed } = props;
  return (
    <>
      <div className={styles.bar}>
        <IconButton label={words.close} icon={<X size={22} aria-hidden="true" />} onClick={props.onClose} />
        <IconButton
          label={words.previous}
          icon={<ChevronLeft size={24} aria-hidden="true" />}
          aria-disabled={!props.hasPrevious}
          onClick={() => props.onMove(-1)}
        />
        <IconButton
          label={words.next}
          icon={<ChevronRight size={24} aria-hidden="true" />}
          aria-disabled={!props.hasNext}
          onClick={() => props.onMove(1)}
        />
        <span className={styles.waiting} aria-live="polite">
          {(viewed.photo.kind === "waiting" || props.seeks) && (
            <>
              <Spinner />
              <span className="visually-hidden">{insightsMessages.imageLoading}</span>
            </>
          )}
        </span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, and here is none */}
        <div className={styles.tools} role="group" aria-label={photoTools.group}>
          <PhotoBoxesButton />
          <BrightenButton light={viewed.light} />
          <SkipButton onToggle={toggleSkipsWithoutPhoto} />
        </div>
      </div>
      <PhotoStage key={row.insightId} {...props} />
    </>
  );
}

/** The photo, before it is loaded its thumbnail, or the reason why it is missing. */
function PhotoStage(props: ViewerStageProps) {
  const { row } = props;
  const { photo, preview, light, onRetry } = props.viewed;
  const stage = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  const room = useRoom(picture);
  const [size, setSize] = useState<Size | null>(null);
  const [retried, setRetried] = useState(false);
  const { brightenedAt } = useStore(photoViewStore);
  const zoomed = useZoomedPhoto(stage, {
    room,
    size: size ?? ANY_SIZE,
    base: "fit",
    boxes: row.boxes,
    swipes: SWIPES,
    onDrag(drag) {
      const isDown = drag?.direction === "down";
      // Written to the element directly: a drag must not wait for a render.
      const moved = drag === null ? "" : isDown ? `0 ${drag.dy}px` : `${drag.dx}px 0`;
      picture.current?.style.setProperty("translate", moved);
      props.dialog.current?.toggleAttribute("data-closing", isDown);
    },
    onSwipe(direction) {
      if (direction === "down") props.onClose();
      else if (direction === "left" ? props.hasNext : props.hasPrevious) {
        props.onMove(direction === "left" ? 1 : -1);
      }
    },
  });
  const shown = photo.kind === "image" ? photo : preview.kind === "image" ? preview : null;
  const isPreview = photo.kind !== "image";
  const isRetrying = retried && photo.kind === "waiting";
  const hasFailed = photo.kind === "failed" || isRetrying;
  const retry = () => {
    setRetried(true);
    onRetry();
  };
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setSize({ width: naturalWidth, height: naturalHeight });
  return (
    <div ref={stage} className={styles.stage} data-near={zoomed.near || undefined} {...zoomed.gestures}>
      <div ref={picture} className={styles.photo} data-photo={photo.kind} aria-live="polite">
        {shown !== null && photo.kind !== "missing" && (
          <img
            src={shown.url}
            alt={words.photoOf(readableName(row.className), row.displayName)}
            draggable={false}
            className={styles.picture}
            style={size === null ? undefined : zoomed.image}
            data-preview={isPreview || undefined}
            data-brightened={isBrightened(brightenedAt, light) || undefined}
            onLoad={measure}
          />
        )}
        {!isPreview && size !== null && <PhotoBoxes row={row} style={zoomed.image} />}
        {photo.kind === "missing" && (
          <p className={styles.slot}>
            <ImageOff size={28} aria-hidden="true" />
            {insightsMessages.imageDoesNotExist}
          </p>
        )}
        {photo.kind === "offline" && shown === null && (
          <p className={styles.slot}>
            <CloudOff size={28} aria-hidden="true" />
            <AwayWords />
          </p>
        )}
        {hasFailed && shown === null && (
          <div className={styles.slot}>
            <CloudOff size={28} aria-hidden="true" />
            <p>{words.failed}</p>
            <Button busy={isRetrying} onClick={retry}>
              {words.retry}
            </Button>
          </div>
        )}
      </div>
      {photo.kind === "offline" && shown !== null && (
        <p className={styles.strip}>
          <CloudOff size={18} aria-hidden="true" />
          <AwayPreviewWords />
        </p>
      )}
      {hasFailed && shown !== null && (
        <div className={styles.strip}>
          <CloudOff size={18} aria-hidden="true" />
          {words.failed}
          <Button variant="plain" busy={isRetrying} onClick={retry}>
            {words.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/** J, K and all four arrows. */
function stepOf({ key }: { key: string }): 1 | -1 | null {
  if (key === "ArrowRight") return 1;
  if (key === "ArrowLeft") return -1;
  const command = commandOf({ key, shiftKey: false });
  if (command === "down") return 1;
  return command === "up" ? -1 : null;
}
