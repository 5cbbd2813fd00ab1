import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { reviewModeMessages as words } from "../../../messages/insights/review-mode.ts";
import { useLostFocus } from "../../../ui/focus/use-lost-focus.ts";
import { openModal } from "../../../ui/layout/open-modals.ts";
import styles from "./review-mode.module.css";

interface ReviewDialogProps {
  /** The set may have bursts: reserves the place of their frames, so that nothing moves. */
  bursts: boolean;
  onKeyDown(event: KeyboardEvent): void;
  onClose(): void;
  children: ReactNode;
}

export function ReviewDialog({ bursts, onKeyDown, onClose, children }: ReviewDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLostFocus(dialog);
  useEffect(() => {
    const close = openModal(dialog.current);
    // The dialog gets the focus: Enter and the space bar would press its first button.
    dialog.current?.focus();
    return close;
  }, []);
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      aria-label={words.title}
      data-commands
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
