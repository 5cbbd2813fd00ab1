import { type GoneRule, OF_ITS_DEVICE } from "./feed-rules.ts";

/*
 * The second migration's rules, over what both databases share.
 *
 * Where a Sentinel stands among a user's groups decides what a device keeps that was told to keep some groups, so
 * it is a feed of its own. It never is sent: the feed reads it to learn which Sentinels to send whole or drop.
 */

/** A Sentinel that left its group; quiet where the Sentinel itself is deleted. */
export const PLACE_GONE: GoneRule = {
  on: "group_devices",
  feedTable: "group_devices",
  rowKey: "devices.device_id",
  userId: "old.user_id",
  deviceRef: "old.device_ref",
  from: OF_ITS_DEVICE,
};

/**
 * A user who loses a Sentinel loses its place in their group: granted again, it must not turn up in a group that
 * they may have given another meaning since. The group's row is marked as changed by its own rule.
 */
export const LEAVE_GROUP =
  "delete from group_devices where user_id = old.user_id and device_ref = old.device_ref";

/** Where an update of some columns of `on` marks rows of `touches`, because it decides what is shown of them. */
interface ShownRule {
  readonly on: string;
  readonly columns: readonly string[];
  readonly touches: string;
  readonly where: string;
}

export const SHOWN_RULES: readonly ShownRule[] = [
  // A member shows the window of its collection.
  {
    on: "collections",
    columns: ["window_start", "window_end"],
    touches: "insights",
    where: "collection_id = new.collection_id",
  },
  // Photos come and go with their insight: set aside or brought back, into a window of days or out of it.
  {
    on: "insights",
    columns: ["set_aside", "time_stamp"],
    touches: "photos",
    where: "insight_id = new.insight_id",
  },
];
