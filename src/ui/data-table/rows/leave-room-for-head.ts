/**
 * Keeps as much scroll padding above the rows as the head of their table is high, which stays in sight over them: a row
 * that is scrolled to or gets the focus stands below it. Measured, because a head may have two lines, by an observer,
 * because reading a height during a drawing would force a layout. Fit for a `ref` of the head.
 */
export function leaveRoomForHead(head: HTMLElement | null) {
  const scroller = head?.closest("table")?.parentElement;
  if (!head || !scroller || typeof ResizeObserver === "undefined") return;
  const observer = new ResizeObserver(() => {
    // On the scroller alone: a property that is inherited would style all cells anew.
    scroller.style.scrollPaddingTop = `${head.offsetHeight}px`;
  });
  observer.observe(head);
  return () => {
    observer.disconnect();
    scroller.style.scrollPaddingTop = "";
  };
}
