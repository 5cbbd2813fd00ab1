import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useBackCloses } from "../../ui/layout/use-back-closes.ts";

/**
 * Keeps what was typed from being dropped unasked: Back, like the cross, first raises the question.
 *
 * @param touched something stands in the form that was not there when it opened
 * @param onClose closes the form, by going back where opening it was a step
 * @returns whether the question stands; `ask` is for the cross and leaves at once where nothing was typed; `leave`
 * closes without asking; `stay` takes the question back
 */
export function useLeaveAsks(touched: boolean, onClose: () => void) {
  const [begun, setBegun] = useState(false);
  const [asking, setAsking] = useState(false);
  const [leaving, setLeaving] = useState(false);
  // From the first change on, whatever becomes of it: an entry that came and went with each key would be in the way.
  if (touched && !begun) setBegun(true);
  const guarded = begun && !asking && !leaving;
  useBackCloses(guarded, () => (touched ? setAsking(true) : onClose()));

  const close = useEffectEvent(onClose);
  const stood = useRef(false);
  useEffect(() => {
    if (!leaving) return;
    if (!stood.current) return close();
    // The entry that stands for the question is being taken back first: it lies over that of the form.
    const onPop = () => close();
    addEventListener("popstate", onPop, { once: true });
    return () => removeEventListener("popstate", onPop);
  }, [leaving]);
  // After the effect above, which asks how it was before.
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
