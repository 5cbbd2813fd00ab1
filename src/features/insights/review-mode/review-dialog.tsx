import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import styles from "./review-mode.module.css";

interface ReviewDialogProps {
  /** The set may have bursts: the place of their frames is kept beside single images too, so that nothing moves. */
  bursts: boolean;
  onKeyDown(event: KeyboardEvent): void;
  onClose(): void;
  children: ReactNode;
}

/** The browser's own modal dialog over the whole screen: the focus stays inside, and Escape leaves. */
export function ReviewDialog({ bursts, onKeyDown, onClose, children }: ReviewDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    // Not on the first button: Enter and the space bar would press it.
    element?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={words.title}
      className={styles.mode}
      data-bursts={bursts || undefined}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
