import Search from "lucide-react/icons/search";
import { useState } from "react";
import { createPortal } from "react-dom";
import { TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import { MARKETPLACE } from "../../messages/fleet/marketplace.ts";
import { readableName } from "../../parts/species-label.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { usePageHead } from "../../ui/layout/page-head.ts";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { isFiltered, type MarketFilter, NO_FILTER } from "./market-filter.ts";
import styles from "./marketplace.module.css";

interface MarketFiltersProps {
  filter: MarketFilter;
  choices: { animals: readonly string[]; frameworks: readonly string[] };
  onFilter(filter: MarketFilter): void;
}

/** The search and the filters: above the models, on a phone behind one button in the head of the page. */
export function MarketFilters(props: MarketFiltersProps) {
  const head = usePageHead();
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  const [open, setOpen] = useState(false);
  if (!narrow || !head?.tools) return <Fields {...props} />;
  return createPortal(
    <>
      <IconButton
        label={MARKETPLACE.search}
        icon={<Search size={20} />}
        aria-haspopup="dialog"
        data-filtered={isFiltered(props.filter) || undefined}
        onClick={() => setOpen(true)}
      />
      <Dialog open={open} onClose={() => setOpen(false)} title={MARKETPLACE.search}>
        <Fields {...props} />
      </Dialog>
    </>,
    head.tools,
  );
}

function Fields({ filter, choices, onFilter }: MarketFiltersProps) {
  return (
    <div className={styles.filters}>
      <label className={styles.search}>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          enterKeyHint="search"
          aria-label={MARKETPLACE.search}
          placeholder={MARKETPLACE.search}
          value={filter.text}
          onChange={({ target }) => onFilter({ ...filter, text: target.value })}
        />
      </label>
      <Choice
        label={MARKETPLACE.classFilter}
        any={MARKETPLACE.anyClass}
        value={filter.animal}
        options={choices.animals}
        onValue={(animal) => onFilter({ ...filter, animal })}
      />
      <Choice
        label={MARKETPLACE.frameworkFilter}
        any={MARKETPLACE.anyFramework}
        value={filter.framework}
        options={choices.frameworks}
        onValue={(framework) => onFilter({ ...filter, framework })}
      />
      {isFiltered(filter) && (
        <Button variant="plain" onClick={() => onFilter(NO_FILTER)}>
          {MARKETPLACE.clear}
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  label: string;
  any: string;
  value: string;
  options: readonly string[];
  onValue(value: string): void;
}

function Choice({ label, any, value, options, onValue }: ChoiceProps) {
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={value}
      onChange={({ target }) => onValue(target.value)}
    >
      <option value="">{any}</option>
      {/* A value from the address is listed even where no model has it, so that it can be seen and changed. */}
      {(value === "" || options.includes(value) ? options : [...options, value]).map((option) => (
        <option key={option} value={option}>
          {readableName(option)}
        </option>
      ))}
    </select>
  );
}
