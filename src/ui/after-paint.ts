/**
 * Runs work after the next frame is painted. A timer alone would run before it. A hidden page paints nothing: there it
 * runs soon.
 *
 * @returns the way to call it off
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    timer = setTimeout(work);
  };
  const frame = document.hidden ? 0 : requestAnimationFrame(wait);
  if (document.hidden) wait();
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
