import { type ReactNode, useEffect, useRef, useState } from "react";

/** Content is made this far below the viewport already, so that scrolling meets no blank. */
const MARGIN = "300px 0px";

interface WhenNearProps {
  className?: string | undefined;
  /** Of its place before the content is there, CSS px. */
  minHeight: number;
  children(): ReactNode;
}

/** Makes its content when it comes near the viewport, and keeps it from then on: what nobody sees costs no start. */
export function WhenNear({ className, minHeight, children }: WhenNearProps) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(typeof IntersectionObserver === "undefined");
  useEffect(() => {
    if (near || place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={place} className={className} data-near={near} style={{ minHeight }}>
      {near && children()}
    </div>
  );
}
