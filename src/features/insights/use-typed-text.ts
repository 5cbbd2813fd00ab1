import { useEffect, useEffectEvent, useState } from "react";

const TYPING_PAUSE_MS = 200;

/** A field whose text counts after a short pause, so that not every letter is a question. */
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
  return { value: typed ?? value, onType: setTyped };
}
