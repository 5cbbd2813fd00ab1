import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

const SlotContext = createContext<HTMLElement | null>(null);

/**
 * The element in the top bar for a screen's search. The shell creates it before the bar renders, because a ref set by
 * the bar would render everything twice.
 */
export const TopBarSlotProvider = SlotContext.Provider;

/** Renders its children at the left of the top bar; not on phones, where the bar has no room. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const place = useContext(SlotContext);
  return place === null ? null : createPortal(children, place);
}
