import { createContext, useContext } from "react";

/** Places in the head of a page, filled by what the page holds; each is null until it is drawn. */
interface PageHeadPlaces {
  /** Beside the title, in place of the remark while there is something in it. */
  count: HTMLElement | null;
  /** On phones in the place of the title, which is then for screen readers alone. */
  tabs: HTMLElement | null;
  /** At the end of the head. */
  tools: HTMLElement | null;
}

export const PageHeadContext = createContext<PageHeadPlaces | null>(null);

/** The places of the page around; null outside of a page. */
export function usePageHead(): PageHeadPlaces | null {
  return useContext(PageHeadContext);
}
