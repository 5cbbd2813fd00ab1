import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBackCloses } from "./use-back-closes.ts";

interface LeavableForm {
  /** It has changed since it opened. */
  touched: boolean;
  /** What is typed, another object with each change: who goes on typing does not drop it. */
  draft: unknown;
  /** Closes it, by going back where opening it was a step. */
  onClose(): void;
}

/**
 * Asks before unsaved input is dropped, on Back, Escape and the cross; `LeaveQuestion` draws the question.
 *
 * @returns whether the question is open; `ask` for the dialog and its cross, which closes at once where nothing was
 * typed, and where Escape is pressed again withdraws the question; `leave` closes without asking; `stay` withdraws the
 * question
 */
export function useLeaveAsks({ touched, draft, onClose }: LeavableForm) {
  const [begun, setBegun] = useState(false);
  const [asking, setAsking] = useState(false);
  const [seen, setSeen] = useState(draft);
  if (seen !== draft) {
    setSeen(draft);
    setAsking(false);
  }
  const [leaving, setLeaving] = useState(false);
  // Stays once there was a change: otherwise each key could add or remove a history entry.
  if (touched && !begun) setBegun(true);
  const guarded = begun && !asking && !leaving;
  useBackCloses(guarded, () => (touched ? setAsking(true) : onClose()));

  const close = useEffectEvent(onClose);
  const stood = useRef(false);
  useEffect(() => {
    if (!leaving) return;
    if (!stood.current) return close();
    // The question's history entry lies over the form's, so it is removed first.
    const onPop = () => close();
    addEventListener("popstate", onPop, { once: true });
    return () => removeEventListener("popstate", onPop);
  }, [leaving]);
  // After the effect above, which reads the former value.
  useEffect(() => {
    stood.current = guarded;
  }, [guarded]);

  const leave = () => setLeaving(true);
  return {
    asking,
    ask: (byKey = false) => (touched ? setAsking(!(asking && byKey)) : leave()),
    stay: () => setAsking(false),
    leave,
  };
}
