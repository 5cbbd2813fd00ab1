import { type ReactNode, useEffect, useRef, useState } from "react";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { Button } from "../../ui/controls/button.tsx";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { activeParts, withoutPart } from "./filter-address.ts";
import styles from "./filter-bar.module.css";
import { chipWords, listsOf } from "./filter-lists.ts";
import { FilterSheet } from "./filter-sheet.tsx";
import { PANEL_PARTS, PanelField, type PanelFieldProps, PanelFields } from "./panel-fields.tsx";
import { PartChip } from "./part-chip.tsx";

const { filters } = insightsMessages;

interface FilterPanelProps extends PanelFieldProps {
  /** One sheet with all parts instead of a panel each. */
  narrow: boolean;
  /** At the top of the sheet; on a wide screen they stand elsewhere. */
  switches: ReactNode;
}

/**
 * The filter of screens that show insights as a whole and not as rows: Sentinel, group, class, status, source, dates.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { filter, onChange, nowMs } = props;
  const lists = listsOf(props.counts, props.groups);
  const active = activeParts(filter);
  const shown = PANEL_PARTS.filter((part) => part !== "groupIds" || props.groups.length > 0);
  const clearAll = () => onChange({ showArchived: filter.showArchived });
  const deviceNameChip = filter.deviceName && (
    <FilterChip active end="cross" onClick={() => onChange(withoutPart(filter, "deviceName"))}>
      {filters.deviceNameIs(filter.deviceName)}
    </FilterChip>
  );
  if (props.narrow) {
    return (
      <div className={styles.bar}>
        <PanelSheet count={active.length} onClear={clearAll} switches={props.switches}>
          <PanelFields {...props} parts={PANEL_PARTS} />
        </PanelSheet>
        {deviceNameChip}
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      {shown.map((part) => (
        <PartChip
          key={part}
          part={part}
          words={chipWords(part, filter, lists, nowMs)}
          active={active.includes(part)}
          onClear={() => onChange(withoutPart(filter, part))}
        >
          {() => <PanelField {...props} part={part} />}
        </PartChip>
      ))}
      {deviceNameChip}
      {active.length > 0 && (
        <Button variant="plain" onClick={clearAll}>
          {filters.clear}
        </Button>
      )}
    </div>
  );
}

function PanelSheet(props: { count: number; onClear(): void; switches: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The list itself and not its first field, which would bring up the keyboard.
    if (open) body.current?.querySelector<HTMLElement>("fieldset")?.focus({ preventScroll: true });
  }, [open]);
  return (
    <FilterSheet
      {...props}
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      done={filters.apply}
      bodyRef={body}
    />
  );
}
