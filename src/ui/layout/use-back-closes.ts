import { useEffect, useEffectEvent } from "react";

/** Marks history entries that stand for an overlay. */
const MARK = "liesOver";
/** The address at which the overlay opened: it outlives a reload, which the overlay does not. */
const OPENED_AT = "openedAt";
const live = new Set<number>();
let lastId = 0;

/** Whether an overlay that Back closes is open: address changes then replace the entry. */
export function liesOverPage(): boolean {
  return live.size > 0;
}

/**
 * Adds a history entry for an open overlay, so that Back closes it instead of leaving the page; the address stays as it
 * is then. When the overlay is closed otherwise its entry is removed, unless the address has changed since, which makes
 * the entry a step.
 */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return removeDead();
    lastId += 1;
    const id = lastId;
    const before = location.href;
    let after = before;
    let owns = true;
    live.add(id);
    // An overlay that was just closed, or was open at a reload, has left its entry: it is reused.
    if (isDead() && !isStep()) mark(id, before);
    else history.pushState({ ...history.state, [MARK]: id, [OPENED_AT]: before }, "");

    const onPop = () => {
      if (!live.has(id)) return;
      owns = history.state?.[MARK] === id;
      if (owns) return;
      live.delete(id);
      if (after !== location.href && before === location.href) history.pushState(null, "", after);
      close();
    };
    // The router writes an address without the mark.
    const onReplace = () => {
      after = location.href;
      if (owns && history.state?.[MARK] !== id) mark(id, before);
    };
    const onPush = () => {
      owns = false;
    };
    addEventListener("popstate", onPop);
    addEventListener("replaceState", onReplace);
    addEventListener("pushState", onPush);
    return () => {
      removeEventListener("popstate", onPop);
      removeEventListener("replaceState", onReplace);
      removeEventListener("pushState", onPush);
      live.delete(id);
      if (!owns) return;
      if (location.href !== before) mark(undefined);
      // Deferred: an overlay that opens instead reuses the entry.
      else setTimeout(removeDead);
    };
  }, [open]);
}

function isDead(): boolean {
  const id = history.state?.[MARK];
  return id !== undefined && !live.has(id);
}

/** Whether the address has changed while the overlay was open, as by a filter that was chosen before a reload. */
function isStep(): boolean {
  return (history.state?.[OPENED_AT] ?? location.href) !== location.href;
}

function removeDead(): void {
  if (!isDead()) return;
  const staysAsStep = isStep();
  mark(undefined);
  if (!staysAsStep) history.back();
}

function mark(id: number | undefined, openedAt?: string): void {
  history.replaceState({ ...history.state, [MARK]: id, [OPENED_AT]: openedAt }, "");
}
