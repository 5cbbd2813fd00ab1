import { PHONE_ON_ITS_SIDE } from "../../../../domain/breakpoints.ts";
import { useMediaQuery } from "../../../../ui/use-media-query.ts";

/**
 * As in `insight-cards.module.css`. Not the half of an upright phone that shares its screen, which may be wider than
 * high too: its bar has no room for one more button.
 */
const WIDE_ON_ITS_SIDE = `${PHONE_ON_ITS_SIDE} and (min-width: 521px)`;

export function usePhoneOnItsSide(): boolean {
  return useMediaQuery(WIDE_ON_ITS_SIDE);
}
