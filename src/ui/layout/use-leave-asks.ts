import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBackCloses } from "./use-back-closes.ts";

/**
 * Asks before unsaved input is dropped, on Back and on the cross.
 *
 * @param touched the form has changed since it opened
 * @param onClose closes the form, by going back where opening it was a step
 * @returns whether the question is open; `ask` for the cross, which closes at once where nothing was typed; `leave`
 * closes without asking; `stay` withdraws the question
 */
export function useLeaveAsks(touched: boolean, onClose: () => void) {
  const [begun, setBegun] = useState(false);
  const [asking, setAsking] = useState(false);
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
    ask: () => (touched ? setAsking(true) : leave()),
    stay: () => setAsking(false),
    leave,
  };
}
