import { type ReactNode, useEffect, useState } from "react";
import { useServices } from "../../client/services.tsx";
import styles from "./photo-thumbnail.module.css";
import { isDarkPicture } from "./picture-brightness.ts";

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
  const url = usePhotoUrl(photo);
  const [dark, setDark] = useState(false);
  if (url === null) return children;
  return (
    <span className={className}>
      <img
        src={url}
        alt={alt}
        className={dark ? styles.lifted : undefined}
        onLoad={({ currentTarget }) => setDark(isDarkPicture(currentTarget))}
      />
    </span>
  );
}

function usePhotoUrl(photo: PhotoThumbnailProps["photo"]): string | null {
  const { photos } = useServices();
  const [url, setUrl] = useState<string | null>(null);
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
        setUrl(made);
      },
      () => undefined,
    );
    return () => {
      abort.abort();
      if (made !== null) URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [photos, deviceId, photoUrl]);
  return url;
}
