import { type ReactNode, useEffect, useRef, useState } from "react";

/** Content is rendered this far below the viewport, so that scrolling meets no blank. */
const MARGIN = "300px 0px";

interface WhenNearProps {
  className?: string | undefined;
  /** Of its place before the content is there, CSS px. */
  minHeight: number;
  children(): ReactNode;
}

/** Renders its content from when it first comes near the viewport, so that parts out of sight do not slow the start. */
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
