import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../controls/button.tsx";
import { Notice } from "../feedback/notice.tsx";
import styles from "./leave-question.module.css";
import { titleOf } from "./open-modals.ts";

interface LeaveQuestionProps {
  words: { discardAsk: string; discard: string; keepEditing: string };
  onDiscard(): void;
  onStay(): void;
}

/**
 * The question of `useLeaveAsks`, in the footer of the form's dialog. It takes the focus except from a field, where the
 * person may go on typing; Enter in a field is its safe answer.
 */
export function LeaveQuestion({ words, onDiscard, onStay }: LeaveQuestionProps) {
  const keep = useRef<HTMLButtonElement>(null);
  const stay = useEffectEvent(onStay);
  useEffect(() => {
    const dialog = keep.current?.closest("dialog");
    const before = document.activeElement;
    if (before?.matches("input, textarea, select") !== true) keep.current?.focus();
    const onEnter = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.target instanceof HTMLInputElement)) return;
      // The button that saves takes the place of the question at once, and would be pressed by this key.
      event.preventDefault();
      stay();
    };
    dialog?.addEventListener("keydown", onEnter);
    return () => {
      dialog?.removeEventListener("keydown", onEnter);
      if (document.activeElement !== document.body) return;
      if (before instanceof HTMLElement) before.focus();
      // The button that asked may have left for the question.
      if (document.activeElement === document.body) titleOf(dialog)?.focus();
    };
  }, []);
  return (
    <>
      <div className={styles.note}>
        <Notice tone="unsent">{words.discardAsk}</Notice>
      </div>
      <Button onClick={onDiscard}>{words.discard}</Button>
      <Button ref={keep} variant="primary" onClick={onStay}>
        {words.keepEditing}
      </Button>
    </>
  );
}
