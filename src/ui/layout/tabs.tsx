import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { PHONE_ON_ITS_SIDE, TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import { useMediaQuery } from "../use-media-query.ts";
import { usePageHead } from "./page-head.ts";
import styles from "./tabs.module.css";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string }[];
  chosen: Name;
  onChoose(name: Name): void;
  /** The panel is as high as its frame, and its content scrolls by itself. */
  fills?: boolean;
  /** The content of the chosen tab. */
  children: ReactNode;
}

/** Tabs with one panel, as WAI-ARIA describes them: arrows, Home and End choose a tab, Tab goes on to its panel. */
export function Tabs<Name extends string>(props: TabsProps<Name>) {
  const { label, tabs, chosen, onChoose, fills = false, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = tabs.findIndex(({ name }) => name === chosen);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = tabs[nextIndex(event.key, at, tabs.length)];
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next.name);
    list.current?.querySelector<HTMLElement>(`[data-name="${next.name}"]`)?.focus();
  };

  const head = usePageHead();
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const low = useMediaQuery(PHONE_ON_ITS_SIDE);
  // A list begins high on a phone, and all else on one that lies on its side: the tabs stand in the place of the title,
  // where both would take a line each.
  const place = narrow && (fills || low) ? (head?.tabs ?? null) : null;
  // On a phone not all tabs are in sight, and the buttons beside them may come later and take their room.
  useEffect(() => {
    const around = list.current;
    if (around === null || place === undefined) return;
    const show = () =>
      around
        .querySelector(`[data-name="${chosen}"]`)
        ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    show();
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(show);
    observer.observe(around);
    return () => observer.disconnect();
  }, [chosen, place]);
  const tablist = (
    <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
      {tabs.map(({ name, label: words }) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          data-name={name}
          aria-selected={name === chosen}
          aria-controls={name === chosen ? `${id}-panel` : undefined}
          tabIndex={name === chosen ? 0 : -1}
          className={styles.tab}
          onClick={() => onChoose(name)}
        >
          {words}
        </button>
      ))}
    </div>
  );
  return (
    <>
      {place === null ? tablist : createPortal(tablist, place)}
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls is reached by Tab only so
        tabIndex={0}
        className={fills ? `${styles.panel} ${styles.fills}` : styles.panel}
      >
        {children}
      </div>
    </>
  );
}

/** @returns -1 for a key that chooses nothing */
function nextIndex(key: string, at: number, count: number): number {
  if (key === "ArrowRight") return (at + 1) % count;
  if (key === "ArrowLeft") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}
