/**
 * A new generation begins its numbers at this many for each millisecond since 1970: more than either database can have given
 * out in one. So no number of an earlier generation comes again, of which only a part may be in this database:
 * what was given out after the backup is not in it. Numbers stay below 10^15, the most that ids may have, until 2096.
 */
export const NUMBERS_A_MILLISECOND = 250;
