import Search from "lucide-react/icons/search";
import type { Ref } from "react";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { withText } from "../../../parts/insight-filter/filter-address.ts";
import styles from "../../../parts/insight-filter/filter-bar.module.css";
import { useTypedText } from "../../../parts/insight-filter/use-typed-text.ts";
import type { InsightFilter } from "../../../query/insight-engine.ts";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { useMediaQuery } from "../../../ui/use-media-query.ts";

const { filters } = insightsMessages;

/** The search field; the list follows while the person types. */
export function SearchField({
  filter,
  onChange,
  inputRef,
  place,
  asked = false,
  onLeave,
}: {
  filter: InsightFilter;
  onChange(filter: InsightFilter): void;
  inputRef: Ref<HTMLInputElement>;
  /** In the top bar of a desk, with its key shown, or in the bar of the list on a phone. */
  place: "top" | "bar";
  /** Drawn because somebody asked for it: it takes the focus. */
  asked?: boolean;
  /** The focus has left the field. */
  onLeave?(): void;
}) {
  const wide = place === "top";
  // There the whole placeholder would be cut.
  const isTight = useMediaQuery("(max-width: 920px)");
  const { value, onType, onBlur } = useTypedText(filter.text ?? "", (text) =>
    onChange(withText(filter, "text", text)),
  );
  return (
    <span className={wide ? styles.wideSearch : styles.search}>
      <Search size={16} aria-hidden="true" />
      <input
        ref={inputRef}
        // biome-ignore lint/a11y/noAutofocus: a press on the search asks for the field, which was not drawn before
        autoFocus={asked}
        type="search"
        enterKeyHint="search"
        aria-label={filters.search}
        placeholder={wide && !isTight ? filters.search : filters.searchShort}
        value={value}
        onChange={(event) => onType(event.target.value)}
        onBlur={() => {
          onBlur();
          onLeave?.();
        }}
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
