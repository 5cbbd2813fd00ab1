import { useMediaQuery } from "../../../../ui/use-media-query.ts";

/** A phone on its side, as in `insight-cards.module.css`: little height, and room in the bar for one more button. */
const ON_ITS_SIDE = "(max-height: 480px) and (min-width: 521px)";

export function usePhoneOnItsSide(): boolean {
  return useMediaQuery(ON_ITS_SIDE);
}
