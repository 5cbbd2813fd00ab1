import "react-easy-crop/react-easy-crop.css";
import { useCallback, useEffect, useRef, useState } from "react";
import Cropper, { type Area } from "react-easy-crop";
import { PROFILE } from "../../../messages/account/profile.ts";
import { CANCEL } from "../../../messages/words.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../../ui/layout/use-back-closes.ts";
import { drawCrop, photoOf } from "./draw-crop.ts";
import styles from "./profile.module.css";

const ZOOM_MAX = 4;
const ZOOM_STEP = 0.05;
/** Pixels of the screen that an arrow key moves the photo by. */
const KEY_STEP_PX = 8;
const PREVIEW_PX = 192;

interface CropDialogProps {
  file: File;
  onClose(): void;
  onOther(): void;
  /** The browser cannot decode the file. */
  onUnreadable(): void;
  onSave(photo: Blob): Promise<void>;
}

/** Chooses the square of a picture by dragging, pinching, wheel, arrow keys and a slider, with the result beside it. */
export function CropDialog({ file, onClose, onOther, onUnreadable, onSave }: CropDialogProps) {
  const picture = usePicture(file, onUnreadable);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [saving, setSaving] = useState(false);
  useBackCloses(true, onClose);
  const onArea = useCallback((_: Area, pixels: Area) => setArea(pixels), []);

  // Another file begins anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the file is the reason
  useEffect(() => {
    setCrop({ x: 0, y: 0 });
    setZoom(1);
    setArea(null);
  }, [file]);

  const save = async () => {
    if (picture === null || area === null) return;
    setSaving(true);
    const photo = await photoOf(picture.element, area).catch(() => null);
    if (photo === null) onUnreadable();
    else await onSave(photo);
    setSaving(false);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={PROFILE.crop}
      subtitle={PROFILE.cropHint}
      footer={
        <>
          <Button onClick={onOther} disabled={saving}>
            {PROFILE.otherPhoto}
          </Button>
          <Button onClick={onClose}>{CANCEL}</Button>
          <Button variant="primary" busy={saving} disabled={area === null} onClick={() => void save()}>
            {PROFILE.savePhoto}
          </Button>
        </>
      }
    >
      <div className={styles.crop}>
        <div className={styles.stage}>
          {picture !== null && (
            <Cropper
              image={picture.url}
              crop={crop}
              zoom={zoom}
              maxZoom={ZOOM_MAX}
              aspect={1}
              cropShape="round"
              showGrid={false}
              keyboardStep={KEY_STEP_PX}
              // Styles come from the file above: the page's policy allows no style element.
              disableAutomaticStylesInjection
              cropperProps={{ role: "application", "aria-label": PROFILE.cropArea }}
              mediaProps={{ alt: "" }}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropAreaChange={onArea}
            />
          )}
        </div>
        <div className={styles.tools}>
          <label className={styles.zoom}>
            {PROFILE.zoom}
            <input
              type="range"
              min={1}
              max={ZOOM_MAX}
              step={ZOOM_STEP}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
          <Preview picture={picture?.element ?? null} area={area} />
        </div>
      </div>
    </Dialog>
  );
}

function Preview({ picture, area }: { picture: HTMLImageElement | null; area: Area | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current !== null && picture !== null && area !== null) drawCrop(canvas.current, picture, area);
  }, [picture, area]);
  return (
    <p className={styles.preview} aria-hidden="true">
      <canvas ref={canvas} width={PREVIEW_PX} height={PREVIEW_PX} />
      {PROFILE.preview}
    </p>
  );
}

/** The decoded picture; null until it is. Browsers turn it upright by its EXIF orientation. */
function usePicture(file: File, onUnreadable: () => void): { url: string; element: HTMLImageElement } | null {
  const [picture, setPicture] = useState<{ url: string; element: HTMLImageElement } | null>(null);
  const failed = useRef(onUnreadable);
  failed.current = onUnreadable;
  useEffect(() => {
    const url = URL.createObjectURL(file);
    const element = new Image();
    let here = true;
    element.src = url;
    element
      .decode()
      .then(() => here && setPicture({ url, element }))
      .catch(() => here && failed.current());
    return () => {
      here = false;
      setPicture(null);
      URL.revokeObjectURL(url);
    };
  }, [file]);
  return picture;
}
