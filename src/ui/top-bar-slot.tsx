import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

const SlotContext = createContext<HTMLElement | null>(null);

/** The shell puts the element here into which a screen may place its search. */
export const TopBarSlotProvider = SlotContext.Provider;

/** Shows its children at the left of the top bar while the screen is open; on phones the bar has no room for it. */
export function TopBarSlot({ children }: { children: ReactNode }) {
  const place = useContext(SlotContext);
  return place === null ? null : createPortal(children, place);
}
