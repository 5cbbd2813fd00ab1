import { Search } from "lucide-react";
import { type Ref, useEffect, useState } from "react";
import { insightsMessages } from "../../messages/insights.ts";
import type { InsightFilter } from "../../query/insight-view.ts";
import { Kbd } from "../../ui/kbd.tsx";
import styles from "./filter-bar.module.css";

const { filters } = insightsMessages;

const TYPING_PAUSE_MS = 200;

/** Typing is answered after a short pause, so that each letter is not a page in the history. */
export function SearchField({
  filter,
  onChange,
  inputRef,
  wide,
}: {
  filter: InsightFilter;
  onChange(filter: InsightFilter): void;
  inputRef: Ref<HTMLInputElement>;
  /** In the top bar, with its key shown; else one of the chips of a phone. */
  wide: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const value = typed ?? filter.text ?? "";
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      setTyped(null);
      const next = { ...filter };
      if (typed.trim() === "") delete next.text;
      else next.text = typed;
      if (next.text !== filter.text) onChange(next);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, filter, onChange]);
  return (
    <span className={wide ? styles.wideSearch : styles.search}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={inputRef}
        type="search"
        enterKeyHint="search"
        aria-label={filters.search}
        placeholder={wide ? filters.search : filters.searchShort}
        value={value}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
      />
      {wide && (
        <span className={styles.searchKey} aria-hidden="true">
          <Kbd>/</Kbd>
        </span>
      )}
    </span>
  );
}
