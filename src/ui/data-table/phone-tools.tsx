import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { tableMessages } from "../../messages/table.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { Popover } from "../controls/popover.tsx";
import styles from "./record-table.module.css";

interface PhoneToolsProps {
  place: HTMLElement | null;
  /** Filters that leave rows out, which the button marks. */
  filters: number;
  children: ReactNode;
}

/** All tools of a table behind one button in the page's head, so that the first card lies high on a phone. */
export function PhoneTools({ place, filters, children }: PhoneToolsProps) {
  if (place === null) return null;
  const label = tableMessages.tools(filters);
  return createPortal(
    <Popover
      label={label}
      align="end"
      trigger={(attributes) => (
        <IconButton
          {...attributes}
          label={label}
          icon={<EllipsisVertical size={20} />}
          className={filters > 0 ? styles.filtered : undefined}
        />
      )}
    >
      {() => <div className={styles.tools}>{children}</div>}
    </Popover>,
    place,
  );
}
