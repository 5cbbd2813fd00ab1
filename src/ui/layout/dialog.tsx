import X from "lucide-react/icons/x";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { CLOSE } from "../../messages/words.ts";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { rememberFocus } from "../focus/return-focus.ts";
import styles from "./dialog.module.css";
import { openModal } from "./open-modals.ts";
import scroll from "./scroll-shade.module.css";

interface DialogProps {
  open: boolean;
  /** On Escape, which is by key, a press outside and the cross; the owner sets `open` to false. */
  onClose(byKey: boolean): void;
  title: string;
  subtitle?: ReactNode;
  icon?: ReactNode;
  /** "centre" floats; on phones it rests on the bottom edge. "side" is a panel at the right, a whole page on phones. */
  placement?: "centre" | "side";
  width?: "narrow" | "wide";
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  children?: ReactNode;
}

export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

function OpenDialog({
  onClose,
  title,
  subtitle,
  icon,
  placement = "centre",
  width = "narrow",
  footer,
  children,
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const giveBack = rememberFocus();
    const close = openModal(ref.current);
    return () => {
      close();
      giveBack();
    };
  }, []);

  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      className={classNames(styles.dialog, styles[placement], styles[width])}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented || isTakenByBrowser(event)) return;
        // Chromium fires no second `cancel` without another key in between: it would close a dialog that asks.
        event.preventDefault();
        onClose(true);
      }}
      onCancel={(event) => {
        event.preventDefault();
        onClose(true);
      }}
      onClick={(event) => {
        if (event.target === ref.current) onClose(false);
      }}
    >
      <div className={styles.frame}>
        {/* No landmarks: the dialog of the sync chip stands in the banner of the page. */}
        <div className={styles.header}>
          {icon && <span className={styles.icon}>{icon}</span>}
          <div className={styles.titles}>
            <h2 id={titleId} className={styles.title} tabIndex={-1}>
              {title}
            </h2>
            {subtitle && <div className={styles.subtitle}>{subtitle}</div>}
          </div>
          <IconButton label={CLOSE} icon={<X size={20} />} onClick={() => onClose(false)} />
        </div>
        {children && <div className={classNames(styles.body, scroll.shade)}>{children}</div>}
        {footer && <div className={styles.footer}>{footer}</div>}
      </div>
    </dialog>
  );
}

/** Whether Escape is for a dialog or a menu in this one, empties a search field or ends the input of a character. */
function isTakenByBrowser({ currentTarget, target, nativeEvent }: KeyboardEvent<HTMLDialogElement>): boolean {
  if (!(target instanceof Element) || target.closest("dialog") !== currentTarget) return true;
  const hasMenu = currentTarget.querySelector("[popover=auto]:popover-open") !== null;
  const isSearch = target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
  return hasMenu || isSearch || nativeEvent.isComposing;
}
