import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { DISMISS, NOTICES } from "../../messages/words.ts";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/icon-button.tsx";
import styles from "./toast-region.module.css";

export interface ToastView {
  id: string;
  message: string;
  tone: "info" | "ok" | "error";
  action?: { label: string; run(): void };
}

const ICONS = {
  info: <Info size={20} aria-hidden="true" />,
  ok: <CircleCheck size={20} aria-hidden="true" />,
  error: <CircleAlert size={20} aria-hidden="true" />,
};

/** The toasts, in the browser's top layer, so that a dialog does not hide them. */
export function ToastRegion({
  toasts,
  onDismiss,
}: {
  toasts: readonly ToastView[];
  onDismiss(id: string): void;
}) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = toasts.at(-1)?.id;

  // Reopened for each toast, so that it lies above a dialog that was opened since.
  useEffect(() => {
    const region = ref.current;
    if (!region?.showPopover) return;
    if (region.matches(":popover-open")) region.hidePopover();
    if (newest !== undefined) region.showPopover();
  }, [newest]);

  return (
    <div ref={ref} popover="manual" role="status" aria-label={NOTICES} className={styles.region}>
      {toasts.map((toast) => (
        <div key={toast.id} className={classNames(styles.toast, styles[toast.tone])}>
          {ICONS[toast.tone]}
          <span className={styles.words}>{toast.message}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.run();
                onDismiss(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton
            label={DISMISS}
            icon={<X size={18} />}
            className={styles.close}
            onClick={() => onDismiss(toast.id)}
          />
        </div>
      ))}
    </div>
  );
}
