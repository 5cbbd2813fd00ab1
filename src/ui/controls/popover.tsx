import { type ReactNode, useId, useRef, useState } from "react";
import { placeBeside, useKeptBeside } from "./place-beside.ts";
import styles from "./popover.module.css";

interface PopoverProps {
  label: string;
  /** Spread the given attributes on a `Button`, `IconButton` or `FilterChip`. */
  trigger(attributes: {
    popoverTarget: string;
    "aria-expanded": boolean;
    "aria-haspopup": "dialog";
  }): ReactNode;
  align?: "start" | "end";
  /** Rendered only while the panel is open. */
  children(close: () => void): ReactNode;
}

/** A panel beside its button; a press outside or Escape closes it. */
export function Popover({ label, trigger, align = "start", children }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  useKeptBeside(open, () => [panel.current, anchor.current?.firstElementChild], align);

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
          // Removed only now: the focused element must exist when the browser returns the focus to the button.
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
