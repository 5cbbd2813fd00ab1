import { goneRows, goneSentinels } from "./gone-repository.ts";
import {
  allInsights,
  changedInsights,
  insightsOfResetSentinels,
  olderInsights,
} from "./insight-repository.ts";
import { allPhotos, changedPhotos, olderPhotos, photosOfResetSentinels } from "./photo-repository.ts";
import { replaced } from "./replaced-repository.ts";
import { alerts, devices, groups, models } from "./small-table-repository.ts";
import type { Stage } from "./stage.ts";
import { updates } from "./update-repository.ts";

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
  replaced,
];

/** A later round: deletions first, so that no row of the round is dropped; bulk updates after their insights. */
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
  replaced,
];

/** The stage that reads all insights in the first sync. */
export const ALL_INSIGHTS_STAGE = FIRST_STAGES.indexOf(allInsights);
