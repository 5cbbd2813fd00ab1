import { useEffect, useState } from "react";
import { isDarkPicture } from "./picture-brightness.ts";

/** Whether the thumbnail of a picture needs brightening; false until that is known, and for null. */
export function useDarkPicture(picture: Blob | null): boolean {
  const [dark, setDark] = useState<Blob | null>(null);
  useEffect(() => {
    if (picture === null) return;
    let ended = false;
    void isDarkPicture(picture).then((isDark) => {
      if (isDark && !ended) setDark(picture);
    });
    return () => {
      ended = true;
    };
  }, [picture]);
  return picture !== null && dark === picture;
}
