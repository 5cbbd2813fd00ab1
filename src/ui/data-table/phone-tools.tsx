import { EllipsisVertical } from "lucide-react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import { tableMessages } from "../../messages/table.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { Popover } from "../controls/popover.tsx";
import styles from "./record-table.module.css";

/** All tools of a table behind one button in the page's head, so that the first card lies high on a phone. */
export function PhoneTools({ place, children }: { place: HTMLElement | null; children: ReactNode }) {
  if (place === null) return null;
  return createPortal(
    <Popover
      label={tableMessages.tools}
      align="end"
      trigger={(attributes) => (
        <IconButton {...attributes} label={tableMessages.tools} icon={<EllipsisVertical size={20} />} />
      )}
    >
      {() => <div className={styles.tools}>{children}</div>}
    </Popover>,
    place,
  );
}
