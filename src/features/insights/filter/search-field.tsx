import { Search } from "lucide-react";
import type { Ref } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { withText } from "../list/insight-address.ts";
import styles from "./filter-bar.module.css";
import { useTypedText } from "./use-typed-text.ts";

const { filters } = insightsMessages;

/** What is searched for, answered while it is typed. */
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
  const { value, onType, onBlur } = useTypedText(filter.text ?? "", (text) =>
    onChange(withText(filter, "text", text)),
  );
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
        onChange={(event) => onType(event.target.value)}
        onBlur={onBlur}
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
