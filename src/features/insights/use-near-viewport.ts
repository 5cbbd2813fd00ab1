import { type RefObject, useEffect, useState } from "react";
import { isMeteredLink } from "../../platform/link.ts";

/** How far outside of what is seen a picture begins to load, where bytes are not paid for one by one. */
const MARGIN = "320px";

/** Turns true when the element comes near what is seen, over a metered link when it is seen; and stays true. */
export function useNearViewport(ref: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    const element = ref.current;
    if (near || element === null) return;
    // scrollMargin reaches into scrolling boxes, rootMargin does not; browsers without it load a little later.
    const margin = isMeteredLink() ? "0px" : MARGIN;
    const options = { rootMargin: margin, scrollMargin: margin };
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setNear(true);
    }, options);
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, ref]);
  return near;
}
