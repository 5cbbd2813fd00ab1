import CircleCheck from "lucide-react/icons/circle-check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import Info from "lucide-react/icons/info";
import X from "lucide-react/icons/x";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { DISMISS, NOTICES } from "../../messages/words.ts";
import { afterPaint } from "../after-paint.ts";
import { classNames } from "../class-names.ts";
import { IconButton } from "../controls/icon-button.tsx";
import { subscribeToModals, topmostModal } from "../layout/open-modals.ts";
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

/**
 * The toasts, in the browser's top layer. Outside of a modal dialog all is inert, so they stand in the topmost open one:
 * there their buttons can be pressed and screen readers announce them.
 */
export function ToastRegion({
  toasts,
  onDismiss,
}: {
  toasts: readonly ToastView[];
  onDismiss(id: string): void;
}) {
  const { place, isSettled } = usePlace();
  const ref = useRef<HTMLDivElement>(null);
  /** The element that had the focus before a toast got it. */
  const cameFrom = useRef<EventTarget | null>(null);
  const reopens = useRef(false);
  const shown = isSettled ? toasts : [];
  const newest = shown.at(-1)?.id;

  // Reopened for each toast, so that it lies above what was opened since.
  useEffect(() => {
    const region = ref.current;
    // A dialog that goes takes the region out of the page with it: it is opened once it stands in its new place.
    if (!region?.showPopover || !region.isConnected) return;
    reopens.current = true;
    if (region.matches(":popover-open")) region.hidePopover();
    if (newest !== undefined) region.showPopover();
    reopens.current = false;
  }, [newest]);

  // The height changes with each toast that comes or leaves, with the width of the window and with the theme.
  useEffect(() => {
    const region = ref.current;
    if (region === null || typeof ResizeObserver === "undefined") return;
    const resized = new ResizeObserver(() => setCovered(region.offsetHeight));
    resized.observe(region);
    return () => resized.disconnect();
  }, []);

  const hasFocus = () => ref.current?.contains(document.activeElement) === true;
  const giveFocusBack = () => {
    const before = cameFrom.current;
    const back = before instanceof HTMLElement && before.isConnected ? before : place.closest("dialog");
    back?.focus();
  };
  const dismiss = (id: string) => {
    const hadFocus = hasFocus();
    onDismiss(id);
    // The focus would go to the page with the button, where the keys of a dialog are not heard.
    if (hadFocus) giveFocusBack();
  };

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: notes where the focus came from
    <div
      ref={ref}
      popover="manual"
      className={styles.region}
      onFocus={({ relatedTarget }) => {
        if (!ref.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
      // A dialog that opens moves the toasts into itself, where their buttons are new ones: it could not return to this.
      onBeforeToggle={({ newState }) => {
        if (newState === "closed" && !reopens.current && hasFocus()) giveFocusBack();
      }}
    >
      {shown.map((toast) => (
        <div key={toast.id} className={classNames(styles.toast, styles[toast.tone])}>
          {ICONS[toast.tone]}
          <span className={styles.words}>{toast.message}</span>
          {toast.action && (
            <button
              type="button"
              className={styles.action}
              onClick={() => {
                toast.action?.run();
                dismiss(toast.id);
              }}
            >
              {toast.action.label}
            </button>
          )}
          <IconButton
            label={DISMISS}
            icon={<X size={18} />}
            className={styles.close}
            onClick={() => dismiss(toast.id)}
          />
        </div>
      ))}
    </div>,
    place,
  );
}

/** Lists leave as much room at their end, so that their last rows can be scrolled out from under the toasts. */
function setCovered(toastsPx: number): void {
  const room = toastsPx === 0 ? "" : `calc(${toastsPx}px + var(--space-24))`;
  document.documentElement.style.setProperty("--toasts", room);
}

/**
 * The live region around the toasts, which follows the topmost dialog. It is empty until it has settled there: screen
 * readers announce what comes into a live region, not what it came with.
 */
function usePlace(): { place: HTMLElement; isSettled: boolean } {
  const [place] = useState(createPlace);
  const modal = useSyncExternalStore(subscribeToModals, topmostModal);
  const [settledIn, setSettledIn] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => {
    (modal ?? document.body).append(place);
    return afterPaint(() => setSettledIn(modal));
  }, [place, modal]);
  useEffect(() => () => place.remove(), [place]);
  return { place, isSettled: settledIn === modal };
}

function createPlace(): HTMLElement {
  const place = document.createElement("div");
  place.setAttribute("role", "status");
  place.setAttribute("aria-label", NOTICES);
  place.className = styles.place ?? "";
  return place;
}
