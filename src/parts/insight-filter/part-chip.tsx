import Clock from "lucide-react/icons/clock";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { Popover } from "../../ui/controls/popover.tsx";
import type { FilterPart } from "./filter-address.ts";
import styles from "./filter-bar.module.css";

const { filters } = insightsMessages;

/** As `filters.plusMore` ends. */
const OTHERS = / \+\d+$/;

interface PartChipProps {
  part: FilterPart;
  /** The text of the chip. */
  text: string;
  active: boolean;
  onClear(): void;
  /** The fields of its panel. */
  children(): ReactNode;
}

/** One part of a filter with its panel, and a cross to clear it while it is set. */
export function PartChip({ part, text, active, onClear, children }: PartChipProps) {
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
            <ChipWords text={text} />
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
function ChipWords({ text }: { text: string }) {
  const others = text.search(OTHERS);
  if (others < 0) return text;
  return (
    <span className={styles.several}>
      <span>{text.slice(0, others)}</span>
      <span>{text.slice(others)}</span>
    </span>
  );
}
