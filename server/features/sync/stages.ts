import { goneRows, goneSentinels } from "./gone-stages.ts";
import { allInsights, changedInsights, insightsOfResetSentinels, olderInsights } from "./insight-stages.ts";
import { allPhotos, changedPhotos, olderPhotos, photosOfResetSentinels } from "./photo-stages.ts";
import { alerts, devices, groups, models } from "./small-stages.ts";
import type { Stage } from "./sync-part.ts";
import { updates } from "./update-stage.ts";

/** The first sync: the small tables before the insights that refer to them. */
export const FIRST_STAGES: readonly Stage[] = [
  goneSentinels,
  devices,
  groups,
  models,
  alerts,
  allInsights,
  allPhotos,
  updates,
];

/** A later round: deletions first, so that no row of the round is dropped; bulk updates last, after their insights. */
export const ROUND_STAGES: readonly Stage[] = [
  goneSentinels,
  goneRows,
  devices,
  groups,
  models,
  alerts,
  changedInsights,
  insightsOfResetSentinels,
  olderInsights,
  changedPhotos,
  photosOfResetSentinels,
  olderPhotos,
  updates,
];

/** The stage that reads all insights in the first sync. */
export const ALL_INSIGHTS_STAGE = FIRST_STAGES.indexOf(allInsights);
