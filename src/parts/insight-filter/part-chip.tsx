import Clock from "lucide-react/icons/clock";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { Popover } from "../../ui/controls/popover.tsx";
import type { FilterPart } from "./filter-address.ts";
import styles from "./filter-bar.module.css";
import { type ChipWords, textOfChip } from "./filter-lists.ts";
import chip from "./part-chip.module.css";

const { filters } = insightsMessages;

interface PartChipProps {
  part: FilterPart;
  words: ChipWords;
  active: boolean;
  onClear(): void;
  /** The fields of its panel. */
  children(): ReactNode;
}

/** One part of a filter with its panel, and a cross to clear it while it is set. */
export function PartChip({ part, words, active, onClear, children }: PartChipProps) {
  const text = textOfChip(words);
  return (
    <span className={styles.part} data-active={active}>
      <Popover
        label={text}
        trigger={(attributes) => (
          <FilterChip
            {...attributes}
            active={active}
            end={active ? "none" : "arrow"}
            icon={part === "dates" && <Clock size={15} aria-hidden="true" />}
          >
            <Words {...words} />
          </FilterChip>
        )}
      >
        {children}
      </Popover>
      {active && (
        <button
          type="button"
          className={styles.cross}
          aria-label={filters.clearOne(text)}
          title={filters.clearOne(text)}
          onClick={onClear}
        >
          <X size={15} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

/** A long name is cut, and how many others there are is not. */
function Words({ first, others }: ChipWords) {
  if (others === 0) return first;
  return (
    <span className={chip.several}>
      <span>{first}</span>
      <span>{filters.others(others)}</span>
    </span>
  );
}
