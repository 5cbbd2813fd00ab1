import { type GoneRule, OF_ITS_DEVICE } from "./feed-rules.ts";

/*
 * The rules of the second migration, in the SQL that both databases share.
 *
 * A device that keeps only some groups needs to know when a Sentinel enters or leaves a group, so the places in
 * groups are part of the feed. They are never sent: the server reads them to decide which Sentinels to send whole or
 * to drop.
 */

/** A Sentinel left its group. Leaves out deletes that cascade from the Sentinel. */
export const PLACE_GONE: GoneRule = {
  on: "group_devices",
  feedTable: "group_devices",
  rowKey: "devices.device_id",
  userId: "old.user_id",
  deviceRef: "old.device_ref",
  from: OF_ITS_DEVICE,
};

/**
 * A user who loses access to a Sentinel loses its place in their group too. Otherwise it would return to that group
 * with the next grant, although the user may use the group for something else by then. The group's row is marked as
 * changed by its own rule.
 */
export const LEAVE_GROUP =
  "delete from group_devices where user_id = old.user_id and device_ref = old.device_ref";

/**
 * An update of these columns of `on` marks rows of `touches` as changed, because their shown content depends on them.
 */
interface ShownRule {
  readonly on: string;
  readonly columns: readonly string[];
  readonly touches: string;
  readonly where: string;
}

export const SHOWN_RULES: readonly ShownRule[] = [
  // The feed sends a member with the window of its collection.
  {
    on: "collections",
    columns: ["window_start", "window_end"],
    touches: "insights",
    where: "collection_id = new.collection_id",
  },
  // The feed sends photos only of insights that it sends, so a photo changes when its insight is set aside, restored
  // or moved in time.
  {
    on: "insights",
    columns: ["set_aside", "time_stamp"],
    touches: "photos",
    where: "insight_id = new.insight_id",
  },
];
