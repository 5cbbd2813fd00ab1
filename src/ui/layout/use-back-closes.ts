import { useEffect, useEffectEvent } from "react";

/** What marks the entries of the history that stand for something that lies over a page. */
const MARK = "liesOver";
const live = new Set<number>();
let lastId = 0;

/** Whether something that Back closes lies over the page: what changes the address then is no step of its own. */
export function liesOverPage(): boolean {
  return live.size > 0;
}

/**
 * Gives what is open an entry in the history, so that Back closes it and does not leave the page. What the address
 * became meanwhile stays. Closed otherwise it takes its entry back, unless the address changed, which makes it a step.
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
    // One that was just closed, or was open at a reload, left its entry: it serves again.
    if (isDead()) mark(id);
    else history.pushState({ ...history.state, [MARK]: id }, "");

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
      if (owns && history.state?.[MARK] !== id) mark(id);
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
      // Later, for what opens in its stead takes the entry over.
      else setTimeout(removeDead);
    };
  }, [open]);
}

function isDead(): boolean {
  const id = history.state?.[MARK];
  return id !== undefined && !live.has(id);
}

function removeDead(): void {
  if (!isDead()) return;
  mark(undefined);
  history.back();
}

function mark(id: number | undefined): void {
  history.replaceState({ ...history.state, [MARK]: id }, "");
}
