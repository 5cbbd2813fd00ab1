/**
 * Widths in CSS pixels at which the layout changes; style sheets repeat the numbers because media queries take no
 * variables.
 */
export const BREAKPOINTS_PX = [520, 680, 740, 850, 920, 1024, 1200, 1224, 1536] as const;
/** At this width or less the navigation starts collapsed and the bottom bar shows. */
export const NARROW_SHELL_PX = 740;
/** At this width or less tables become cards. */
export const TABLE_CARDS_PX = 750;
/** At this width or less cards become compact, one a row. */
export const TABLE_COMPACT_CARDS_PX = 625;
/**
 * Media query of a phone on its side: the height is scarce, and what stands at the edges of an upright phone stands
 * beside the content. Style sheets repeat it, and begin layouts that need more height at 521 px.
 */
export const PHONE_ON_ITS_SIDE = "(max-height: 520px) and (orientation: landscape)";
