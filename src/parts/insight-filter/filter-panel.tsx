import { Clock, ListFilter, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { insightsMessages } from "../../messages/insights/insights.ts";
import type { Group } from "../../protocol/shapes.ts";
import { Button } from "../../ui/controls/button.tsx";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { Popover } from "../../ui/controls/popover.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../ui/layout/use-back-closes.ts";
import { ChoiceList } from "./choice-list.tsx";
import { type AddressFilter, activeParts, withoutPart } from "./filter-address.ts";
import styles from "./filter-bar.module.css";
import type { FilterCounts } from "./filter-counts.ts";
import { DateFields } from "./filter-fields.tsx";
import { chipText, listsOf, withList } from "./filter-lists.ts";

const { filters } = insightsMessages;

/** The parts of the panel, in their order. */
const PARTS = ["dates", "deviceIds", "groupIds", "classNames", "statuses", "sources"] as const;
type PanelPart = (typeof PARTS)[number];

interface FilterPanelProps {
  filter: AddressFilter;
  onChange(filter: AddressFilter): void;
  counts: FilterCounts | null;
  /** What part of all insights the counts cover; null where they cover all. */
  covers: string | null;
  groups: readonly Group[];
  nowMs: number;
  /** One sheet with all parts instead of a panel each. */
  narrow: boolean;
  /** At the top of the sheet; on a wide screen they stand elsewhere. */
  switches: ReactNode;
}

/** The filter of screens that show insights as a whole and not as rows: Sentinel, group, class, status, source, dates. */
export function FilterPanel(props: FilterPanelProps) {
  const { filter, onChange, nowMs } = props;
  const lists = listsOf(props.counts, props.groups);
  const active = activeParts(filter);
  const shown = PARTS.filter((part) => part !== "groupIds" || props.groups.length > 0);
  const fieldOf = (part: PanelPart) => {
    if (part === "dates") return <DateFields filter={filter} onChange={onChange} nowMs={nowMs} />;
    const { label, choices } = lists[part];
    return (
      <ChoiceList
        label={label}
        choices={choices}
        chosen={filter[part] ?? []}
        onChange={(chosen) => onChange(withList(filter, part, chosen))}
        hint={choices.some(({ count }) => count !== undefined) ? props.covers : null}
      />
    );
  };
  const clearAll = () => onChange({ showArchived: filter.showArchived });
  const deviceNameChip = filter.deviceName && (
    <FilterChip active end="cross" onClick={() => onChange(withoutPart(filter, "deviceName"))}>
      {filters.deviceNameIs(filter.deviceName)}
    </FilterChip>
  );
  if (props.narrow) {
    return (
      <div className={styles.bar}>
        <FilterSheet count={active.length} onClear={clearAll} switches={props.switches}>
          {shown.map((part) => (
            <div key={part} className={styles.section}>
              {fieldOf(part)}
            </div>
          ))}
        </FilterSheet>
        {deviceNameChip}
      </div>
    );
  }
  return (
    <div className={styles.bar}>
      {shown.map((part) => {
        const isActive = active.includes(part);
        const text = chipText(part, filter, lists, nowMs);
        return (
          <span key={part} className={styles.part} data-active={isActive}>
            <Popover
              label={text}
              trigger={(attributes) => (
                <FilterChip
                  {...attributes}
                  active={isActive}
                  end={isActive ? "none" : "arrow"}
                  icon={part === "dates" && <Clock size={15} aria-hidden="true" />}
                >
                  {text}
                </FilterChip>
              )}
            >
              {() => fieldOf(part)}
            </Popover>
            {isActive && (
              <button
                type="button"
                className={styles.cross}
                aria-label={filters.clearOne(text)}
                title={filters.clearOne(text)}
                onClick={() => onChange(withoutPart(filter, part))}
              >
                <X size={15} aria-hidden="true" />
              </button>
            )}
          </span>
        );
      })}
      {deviceNameChip}
      {active.length > 0 && (
        <Button variant="plain" onClick={clearAll}>
          {filters.clear}
        </Button>
      )}
    </div>
  );
}

function FilterSheet(props: { count: number; onClear(): void; switches: ReactNode; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const close = () => setOpen(false);
  useBackCloses(open, close);
  useEffect(() => {
    // The list itself and not its first field, which would bring up the keyboard.
    if (open) body.current?.querySelector<HTMLElement>("fieldset")?.focus({ preventScroll: true });
  }, [open]);
  return (
    <>
      <FilterChip
        active={props.count > 0}
        icon={<ListFilter size={16} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {filters.button(props.count)}
      </FilterChip>
      <Dialog
        open={open}
        onClose={close}
        title={filters.heading}
        footer={
          <>
            <Button onClick={props.onClear} disabled={props.count === 0}>
              {filters.clearAll}
            </Button>
            <Button variant="primary" onClick={close}>
              {filters.apply}
            </Button>
          </>
        }
      >
        <div ref={body} className={styles.sheet}>
          <div className={styles.switches}>{props.switches}</div>
          {props.children}
        </div>
      </Dialog>
    </>
  );
}
