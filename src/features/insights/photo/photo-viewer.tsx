import { ChevronLeft, ChevronRight, CloudOff, ImageOff, X } from "lucide-react";
import {
  type CSSProperties,
  type KeyboardEvent,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { keyboardStore } from "../../../state/keyboard-store.ts";
import { togglePhotoBoxes } from "../../../state/photo-boxes-store.ts";
import type { PhotoLoader } from "../../../sync/sync-status.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { IconButton } from "../../../ui/controls/icon-button.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { useBackCloses } from "../../../ui/layout/use-back-closes.ts";
import { commandOf } from "../actions/review-keys.ts";
import { RowActions } from "../actions/row-actions.tsx";
import { InsightFacts } from "../facts/insight-facts.tsx";
import { readableName, SpeciesLabel } from "../facts/species-label.tsx";
import { StatusTag } from "../facts/status-tag.tsx";
import { photoOf } from "./insight-photo.ts";
import { PhotoBoxes, PhotoBoxesButton } from "./photo-boxes.tsx";
import styles from "./photo-viewer.module.css";
import { Thumbnail } from "./thumbnail.tsx";
import { usePhoto } from "./use-photo.ts";

const { viewer: words } = insightsMessages;

export interface PhotoViewerProps {
  row: InsightRow;
  photos: PhotoLoader;
  online: boolean;
  mayAct: boolean;
  reasonId: string;
  hasPrevious: boolean;
  hasNext: boolean;
  onMove(step: 1 | -1): void;
  onAct(row: InsightRow, action: ReviewAction): void;
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
  useBackCloses(true, onClose);

  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length === 1 && !keyboardStore.getState().singleKeys) return;
    const step = stepOf(event);
    if (step !== null) {
      event.preventDefault();
      if (step === 1 ? props.hasNext : props.hasPrevious) onMove(step);
      return;
    }
    if (event.key.toLowerCase() === "b" && !event.repeat) {
      event.preventDefault();
      togglePhotoBoxes();
      return;
    }
    const command = commandOf(event);
    if (command === "undo") props.onUndo();
    else if (command === "redo") props.onRedo();
    else if (command === "acknowledge" || command === "archive" || command === "favorite") {
      if (mayAct && !event.repeat) onAct(row, command);
    } else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={words.title(name)}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <ViewerStage {...props} row={shown} />
      <div className={styles.side}>
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
      </div>
      <div className={styles.actions}>
        <RowActions row={row} layout="words" mayAct={mayAct} reasonId={reasonId} onAct={onAct} />
        {!mayAct && <p className={styles.reason}>{insightsMessages.restricted}</p>}
      </div>
    </dialog>
  );
}

/** The picture with the buttons that lie over it. @param props.row the insight that is shown, which may be a member */
function ViewerStage(props: PhotoViewerProps) {
  const { row } = props;
  return (
    <div className={styles.stage}>
      <FullPhoto
        key={row.insightId}
        row={row}
        photos={props.photos}
        online={props.online}
        alt={words.photoOf(readableName(row.className), row.displayName)}
      />
      <IconButton
        className={styles.previous}
        label={words.previous}
        icon={<ChevronLeft size={24} aria-hidden="true" />}
        disabled={!props.hasPrevious}
        onClick={() => props.onMove(-1)}
      />
      <IconButton
        className={styles.next}
        label={words.next}
        icon={<ChevronRight size={24} aria-hidden="true" />}
        disabled={!props.hasNext}
        onClick={() => props.onMove(1)}
      />
      <PhotoBoxesButton className={styles.boxes} />
      <IconButton
        className={styles.close}
        label={words.close}
        icon={<X size={22} aria-hidden="true" />}
        onClick={props.onClose}
      />
    </div>
  );
}

interface FullPhotoProps {
  row: InsightRow;
  photos: PhotoLoader;
  online: boolean;
  alt: string;
}

/** The photo, before it is loaded its thumbnail, or the reason why it is missing. */
function FullPhoto({ row, photos, online, alt }: FullPhotoProps) {
  const photo = photoOf(row);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const loadFull = useCallback<PhotoLoader["full"]>((...args) => photos.full(...args), [photos]);
  const loadSmall = useCallback<PhotoLoader["thumbnail"]>((...args) => photos.thumbnail(...args), [photos]);
  const state = usePhoto(photo, loadFull, { wanted: true, online, attempt });
  const preview = usePhoto(photo, loadSmall, { wanted: state.kind !== "image", online });
  const measure = ({ currentTarget: { naturalWidth, naturalHeight } }: SyntheticEvent<HTMLImageElement>) =>
    setSize({ width: naturalWidth, height: naturalHeight });
  return (
    <div className={styles.photo} data-photo={state.kind} aria-live="polite">
      {state.kind === "image" ? (
        <img src={state.url} alt={alt} className={styles.picture} onLoad={measure} />
      ) : (
        preview.kind === "image" &&
        state.kind !== "missing" && <img src={preview.url} alt={alt} className={styles.preview} />
      )}
      {state.kind === "image" && size !== null && <PhotoBoxes row={row} style={fitStyle(size)} />}
      {state.kind === "waiting" && (
        <span className={styles.waiting}>
          <Spinner />
          <span className="visually-hidden">{insightsMessages.imageLoading}</span>
        </span>
      )}
      {state.kind === "missing" && (
        <p className={styles.slot}>
          <ImageOff size={28} aria-hidden="true" />
          {insightsMessages.imageDoesNotExist}
        </p>
      )}
      {state.kind === "offline" && (
        <p className={preview.kind === "image" ? styles.strip : styles.slot}>
          <CloudOff size={preview.kind === "image" ? 18 : 28} aria-hidden="true" />
          {insightsMessages.imageOffline}
        </p>
      )}
      {state.kind === "failed" && (
        <div className={styles.slot}>
          <CloudOff size={28} aria-hidden="true" />
          <p>{words.failed}</p>
          <Button onClick={() => setAttempt(attempt + 1)}>{words.retry}</Button>
        </div>
      )}
    </div>
  );
}

/** Covers the fitted picture. */
function fitStyle({ width, height }: { width: number; height: number }): CSSProperties {
  return { width: `min(100cqw, 100cqh * ${width / height})`, aspectRatio: `${width} / ${height}` };
}

/** J, K and all four arrows. */
function stepOf({ key }: { key: string }): 1 | -1 | null {
  if (key === "ArrowRight") return 1;
  if (key === "ArrowLeft") return -1;
  const command = commandOf({ key, shiftKey: false });
  if (command === "down") return 1;
  return command === "up" ? -1 : null;
}
