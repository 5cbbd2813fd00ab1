import { type RefObject, useCallback, useEffect, useState } from "react";
import { type CardFrame, type CardFrameLook, openCardFrame } from "../../../platform/card-frame.ts";

export type CardFrameState = { kind: "loading" } | { kind: "failed" } | { kind: "ready"; frame: CardFrame };

/** The payment provider's field for a card, at a place of this component, in the present theme. */
export function useCardFrame(publishableKey: string, place: RefObject<HTMLElement | null>) {
  const [state, setState] = useState<CardFrameState>({ kind: "loading" });
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: attempt is a reason to open it anew
  useEffect(() => {
    const at = place.current;
    if (at === null) return;
    let opened: CardFrame | null = null;
    let wanted = true;
    setState({ kind: "loading" });
    openCardFrame(publishableKey, at, lookOf(at), (found) => wanted && setProblem(found)).then(
      (frame) => {
        opened = frame;
        if (wanted) setState({ kind: "ready", frame });
        else frame.close();
      },
      () => wanted && setState({ kind: "failed" }),
    );
    const themes = new MutationObserver(() => opened?.restyle(lookOf(at)));
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      wanted = false;
      themes.disconnect();
      opened?.close();
    };
  }, [publishableKey, place, attempt]);

  return { state, problem, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}

/** The tokens of the theme, as colours: the provider's frame knows no variables of this page. */
function lookOf(element: HTMLElement): CardFrameLook {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    color: token("--text"),
    placeholderColor: token("--text-3"),
    errorColor: token("--danger-text"),
    fontFamily: style.fontFamily,
  };
}
