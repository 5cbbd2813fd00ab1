import Info from "lucide-react/icons/info";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { IconButton } from "./icon-button.tsx";
import styles from "./info-tooltip.module.css";
import { placeBeside, useKeptBeside } from "./place-beside.ts";

interface InfoTooltipProps {
  /** The name of its button. */
  label: string;
  /** Of the tooltip: a control that it explains refers to it by `aria-describedby`. */
  id: string;
  children: ReactNode;
}

/**
 * A button that shows a tooltip while it has the focus or the mouse is over either of them, and after a touch.
 * Escape or a press elsewhere hides it.
 */
export function InfoTooltip({ label, id, children }: InfoTooltipProps) {
  const anchor = useRef<HTMLSpanElement>(null);
  const tooltip = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  useKeptBeside(open, () => [tooltip.current, anchor.current?.firstElementChild], "start");

  useEffect(() => {
    const [button] = anchor.current?.children ?? [];
    if (!open || !tooltip.current || !button) return;
    const shown = tooltip.current;
    shown.showPopover();
    placeBeside(shown, button, "start");
    const hideOnKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpen(false);
    };
    const hideOnPress = ({ target }: Event) => {
      if (target instanceof Node && !anchor.current?.contains(target)) setOpen(false);
    };
    // Without the focus the button hears no keys, and iOS moves no focus on a press elsewhere.
    document.addEventListener("keydown", hideOnKey);
    document.addEventListener("pointerdown", hideOnPress);
    return () => {
      document.removeEventListener("keydown", hideOnKey);
      document.removeEventListener("pointerdown", hideOnPress);
      shown.hidePopover();
    };
  }, [open]);

  return (
    <span
      ref={anchor}
      className={styles.anchor}
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && setOpen(true)}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && setOpen(false)}
    >
      <IconButton
        label={label}
        title=""
        aria-describedby={id}
        icon={<Info size={18} aria-hidden="true" />}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
      />
      <span ref={tooltip} id={id} role="tooltip" popover="manual" className={styles.tooltip}>
        {children}
      </span>
    </span>
  );
}
