import ListFilter from "lucide-react/icons/list-filter";
import type { ReactNode, Ref } from "react";
import { insightsMessages } from "../../messages/insights/insights.ts";
import { Button } from "../../ui/controls/button.tsx";
import { FilterChip } from "../../ui/controls/chip.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { CountedIcon } from "../../ui/feedback/badge.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { useBackCloses } from "../../ui/layout/use-back-closes.ts";
import styles from "./filter-bar.module.css";

const { filters } = insightsMessages;

interface FilterSheetProps {
  open: boolean;
  onOpen(): void;
  onClose(): void;
  /** Parts of the filter that are set. */
  count: number;
  onClear(): void;
  /** Words of the button that closes it. */
  done: string;
  /** At the top of the sheet. */
  switches?: ReactNode;
  bodyRef?: Ref<HTMLDivElement>;
  /** The number stands beside the icon, and the words are its name. */
  iconOnly?: boolean;
  children: ReactNode;
}

/** On a phone: the button of the filters, and the sheet with all parts. */
export function FilterSheet(props: FilterSheetProps) {
  const { open, onClose, count } = props;
  useBackCloses(open, onClose);
  return (
    <>
      {props.iconOnly ? (
        <IconButton
          label={filters.button(count)}
          icon={<CountedIcon icon={<ListFilter size={20} />} count={count} />}
          aria-haspopup="dialog"
          onClick={props.onOpen}
        />
      ) : (
        <FilterChip
          active={count > 0}
          icon={<ListFilter size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={props.onOpen}
        >
          {filters.button(count)}
        </FilterChip>
      )}
      <Dialog
        open={open}
        onClose={onClose}
        title={filters.heading}
        footer={
          <>
            <Button onClick={props.onClear} disabled={count === 0}>
              {filters.clearAll}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {props.done}
            </Button>
          </>
        }
      >
        <div ref={props.bodyRef} className={styles.sheet}>
          {props.switches && <div className={styles.switches}>{props.switches}</div>}
          {props.children}
        </div>
      </Dialog>
    </>
  );
}
