import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { changesOfDrag, type Drag, startDrag } from "./drag-selection.ts";

/** So long a finger rests until a drag begins, in ms. */
const LONG_MS = 350;
/** A pointer that moves less still presses, in pixels. */
const REST_PX = 8;
/** So near to an edge the list scrolls along, in pixels, and so far with each frame. */
const EDGE_PX = 56;
const STEP_PX = 10;

/** The drawn rows, and what is chosen of them. */
export interface DragSelection {
  ids: readonly string[];
  /** Place of the first of them in the list, from 0. */
  first: number;
  chosen: ReadonlySet<string>;
  onMark(changes: ReadonlyMap<string, boolean>): void;
}

interface Pointer {
  id: number;
  x: number;
  y: number;
  startX: number;
  startY: number;
  /** The row under the first press. */
  rowId: string;
  timer: ReturnType<typeof setTimeout>;
  drag: Drag | null;
}

/**
 * Dragging over rows chooses them; over chosen ones, no longer. A mouse begins at once, a finger sideways or after a
 * rest, because up and down it scrolls. Near an edge the list scrolls along. Null where nothing may be chosen.
 */
export function useDragSelection(list: RefObject<HTMLElement | null>, rows: DragSelection | null): void {
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });
  const enabled = rows !== null;
  useEffect(() => {
    const box = list.current;
    return enabled && box !== null ? listen(box, () => latest.current) : undefined;
  }, [list, enabled]);
}

function listen(box: HTMLElement, read: () => DragSelection | null): () => void {
  let pointer: Pointer | null = null;
  let dragged = false;
  let frame = 0;

  const reach = () => {
    const rows = read();
    if (rows === null || pointer?.drag == null) return;
    const at = rows.ids.indexOf(rowNear(box, pointer) ?? "");
    if (at < 0) return;
    const { drag, changes } = changesOfDrag(pointer.drag, rows, rows.first + at);
    pointer.drag = drag;
    if (changes.size > 0) rows.onMark(changes);
  };
  const scrollAlong = () => {
    if (pointer?.drag == null) return;
    const scroller = box.parentElement;
    const edges = scroller?.getBoundingClientRect();
    if (scroller && edges) {
      if (pointer.y > edges.bottom - EDGE_PX) scroller.scrollTop += STEP_PX;
      else if (pointer.y < edges.top + EDGE_PX) scroller.scrollTop -= STEP_PX;
    }
    reach();
    frame = requestAnimationFrame(scrollAlong);
  };
  const begin = (long: boolean) => {
    const rows = read();
    if (rows === null || pointer === null || pointer.drag !== null) return;
    const at = rows.ids.indexOf(pointer.rowId);
    if (at < 0) return;
    clearTimeout(pointer.timer);
    dragged = true;
    if (long) navigator.vibrate?.(10);
    pointer.drag = startDrag(rows.first + at, !rows.chosen.has(pointer.rowId));
    reach();
    frame = requestAnimationFrame(scrollAlong);
  };
  const end = () => {
    if (pointer !== null) clearTimeout(pointer.timer);
    cancelAnimationFrame(frame);
    pointer = null;
  };
  const down = (event: PointerEvent) => {
    // A second finger leaves a drag alone, but before one begins two fingers pinch.
    if (!event.isPrimary && pointer?.drag != null) return;
    end();
    dragged = false;
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-row]") : null;
    if (!event.isPrimary || event.button !== 0 || event.shiftKey || row?.dataset.row === undefined) return;
    const { clientX: x, clientY: y } = event;
    pointer = {
      id: event.pointerId,
      ...{ x, y, startX: x, startY: y },
      rowId: row.dataset.row,
      timer: setTimeout(() => begin(true), LONG_MS),
      drag: null,
    };
  };
  const move = ({ pointerId, pointerType, clientX, clientY }: PointerEvent) => {
    if (pointer?.id !== pointerId) return;
    pointer.x = clientX;
    pointer.y = clientY;
    if (pointer.drag !== null) return reach();
    const [dx, dy] = [Math.abs(clientX - pointer.startX), Math.abs(clientY - pointer.startY)];
    if (Math.max(dx, dy) < REST_PX) return;
    if (pointerType === "mouse" || dx > dy) begin(false);
    else end();
  };
  const up = ({ pointerId }: PointerEvent) => {
    if (pointer?.id === pointerId) end();
  };
  // A finger that drags must not scroll; only the first moves of a touch can still be kept from it.
  const hold = (event: TouchEvent) => {
    if (pointer?.drag != null && event.cancelable) event.preventDefault();
  };
  const swallow = (event: Event) => {
    if (!dragged) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // A press by key after a drag is one of its own.
  const forget = () => {
    dragged = false;
  };
  // The browser would drag the picture away.
  const stay = (event: Event) => event.preventDefault();

  const own = [
    ["pointerdown", down as EventListener],
    ["touchmove", hold as EventListener],
    ["dragstart", stay],
    ["keydown", forget],
  ] as const;
  const wide = [
    ["pointermove", move as EventListener],
    ["pointerup", up as EventListener],
    ["pointercancel", up as EventListener],
  ] as const;
  const pressed = ["click", "contextmenu"] as const;
  for (const [name, listener] of own) box.addEventListener(name, listener, { passive: false });
  for (const [name, listener] of wide) window.addEventListener(name, listener);
  for (const name of pressed) box.addEventListener(name, swallow, { capture: true });
  return () => {
    end();
    for (const [name, listener] of own) box.removeEventListener(name, listener);
    for (const [name, listener] of wide) window.removeEventListener(name, listener);
    for (const name of pressed) box.removeEventListener(name, swallow, { capture: true });
  };
}

/**
 * The row at the pointer, or at the nearest point of the list: while the list scrolls along, the pointer is often beyond
 * its edge or over the bar of the selection, and rows that pass unseen would be left out.
 */
function rowNear(box: HTMLElement, { x, y }: { x: number; y: number }): string | undefined {
  const edges = (box.parentElement ?? box).getBoundingClientRect();
  const nearX = Math.max(edges.left + 1, Math.min(x, edges.right - 1));
  const nearY = Math.max(edges.top + 1, Math.min(y, edges.bottom - 1));
  return document
    .elementsFromPoint(nearX, nearY)
    .map((element) => element.closest<HTMLElement>("[data-row]"))
    .find((row) => row !== null && box.contains(row))?.dataset.row;
}
