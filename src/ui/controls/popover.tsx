import { type ReactNode, useId, useRef, useState } from "react";
import { placeBeside } from "./place-beside.ts";
import styles from "./popover.module.css";

interface PopoverProps {
  /** What the panel is called. */
  label: string;
  /** Makes the button; spread the given attributes on a `Button`, `IconButton` or `FilterChip`. */
  trigger(attributes: {
    popoverTarget: string;
    "aria-expanded": boolean;
    "aria-haspopup": "dialog";
  }): ReactNode;
  align?: "start" | "end";
  /** Made only while the panel is open; `close` puts it away. */
  children(close: () => void): ReactNode;
}

/** A panel beside its button, for filters and choices. A press outside or Escape puts it away. */
export function Popover({ label, trigger, align = "start", children }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  return (
    <span ref={anchor} className={styles.anchor}>
      {trigger({ popoverTarget: id, "aria-expanded": open, "aria-haspopup": "dialog" })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={(event) => {
          if (event.newState === "open") setOpen(true);
        }}
        onToggle={(event) => {
          // Only now: what holds the focus must still be there when the browser gives it back to the button.
          if (event.newState === "closed") setOpen(false);
          const button = anchor.current?.firstElementChild;
          if (event.newState === "open" && panel.current && button) {
            placeBeside(panel.current, button, align);
          }
        }}
      >
        {open && children(() => panel.current?.hidePopover())}
      </div>
    </span>
  );
}
