import { type ReactNode, useEffect, useState } from "react";
import { useServices } from "../../client/services.tsx";
import styles from "./photo-thumbnail.module.css";
import { useDarkPicture } from "./use-dark-picture.ts";

interface PhotoThumbnailProps {
  /** Null where there is no photo. */
  photo: { deviceId: string; photoUrl: string } | null;
  alt: string;
  className: string | undefined;
  /** Where there is no picture, or it is not on this device. */
  children?: ReactNode;
}

/** The small picture of a photo, from this device where it is there. */
export function PhotoThumbnail({ photo, alt, className, children }: PhotoThumbnailProps) {
  const picture = usePicture(photo);
  const dark = useDarkPicture(picture?.blob ?? null);
  if (picture === null) return children;
  return (
    <span className={className}>
      <img src={picture.url} alt={alt} className={dark ? styles.lifted : undefined} />
    </span>
  );
}

function usePicture(photo: PhotoThumbnailProps["photo"]): { url: string; blob: Blob } | null {
  const { photos } = useServices();
  const [picture, setPicture] = useState<{ url: string; blob: Blob } | null>(null);
  const deviceId = photo?.deviceId;
  const photoUrl = photo?.photoUrl;
  useEffect(() => {
    if (deviceId === undefined || !photoUrl) return;
    const abort = new AbortController();
    let made: string | null = null;
    photos.thumbnail({ deviceId, photoUrl }, abort.signal).then(
      (answer) => {
        if (abort.signal.aborted || answer.kind !== "image") return;
        made = URL.createObjectURL(answer.blob);
        setPicture({ url: made, blob: answer.blob });
      },
      () => undefined,
    );
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setPicture(null);
    };
  }, [photos, deviceId, photoUrl]);
  return picture;
}
