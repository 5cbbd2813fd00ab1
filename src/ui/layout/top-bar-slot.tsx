import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

const SlotContext = createContext<HTMLElement | null>(null);

/**
 * The shell puts the element here into which a screen may place its search. It is there before the bar is drawn: one
 * that came with the bar would have everything drawn a second time.
 */
export const TopBarSlotProvider = SlotContext.Provider;

/** Shows its children at the left of the top bar while the screen is open; on phones the bar has no room for it. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const place = useContext(SlotContext);
  return place === null ? null : createPortal(children, place);
}
