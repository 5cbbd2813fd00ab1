import { useEffect, useEffectEvent, useState } from "react";

const TYPING_PAUSE_MS = 200;

/** A field whose text counts after a short pause, so that not every letter is a question, and when it is left. */
export function useTypedText(value: string, onValue: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = useEffectEvent((text: string) => {
    setTyped(null);
    if (text !== value) onValue(text);
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => take(typed), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const onBlur = () => {
    if (typed === null) return;
    setTyped(null);
    if (typed !== value) onValue(typed);
  };
  return { value: typed ?? value, onType: setTyped, onBlur };
}
