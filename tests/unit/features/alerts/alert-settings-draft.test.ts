import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  draftOf,
  errorsByField,
  readDraft,
  rebasedDraft,
  type SettingsDraft,
} from "../../../../src/features/alerts/alert-settings-draft.ts";
import type { AlertSettings } from "../../../../src/protocol/calls/alert-calls.ts";

const THRESHOLDS = { no_recent_insights: 72, no_recent_camera_triggers: 48, low_battery: 3.2 };
const FLAGS = {
  no_recent_insights: true,
  spypoint_error: true,
  no_recent_camera_triggers: false,
  low_battery: true,
};

function settings(change: Partial<AlertSettings> = {}): AlertSettings {
  return {
    settings: FLAGS,
    thresholds: THRESHOLDS,
    groupSettings: [
      { deviceGroupId: "7", ignore: false, thresholds: null },
      { deviceGroupId: "8", ignore: true, thresholds: { ...THRESHOLDS, low_battery: 11 } },
    ],
    ...change,
  };
}

/** A draft in which a group is changed. */
function withGroup(
  draft: SettingsDraft,
  groupId: string,
  change: Partial<SettingsDraft["groups"][number]>,
): SettingsDraft {
  const groups = draft.groups.map((group) => (group.groupId === groupId ? { ...group, ...change } : group));
  return { ...draft, groups };
}

const before = draftOf(settings());
const [, cold] = before.groups;
const coldLimits = cold?.thresholds ?? before.thresholds;

describe("a draft of the alert settings", () => {
  it("sends nothing where nothing is changed", () => {
    expect(readDraft(before, before)).toEqual({ kind: "change", change: null });
  });

  it.each<[string, SettingsDraft, object]>([
    [
      "a flag",
      { ...before, flags: { ...before.flags, low_battery: false } },
      { settings: { low_battery: false } },
    ],
    [
      "a limit",
      { ...before, thresholds: { ...before.thresholds, low_battery: " 3,4 " } },
      { thresholds: { low_battery: 3.4 } },
    ],
    [
      "an ignored group",
      withGroup(before, "7", { ignore: true }),
      { groupSettings: [{ deviceGroupId: "7", ignore: true }] },
    ],
    [
      "limits that a group is given, whole",
      withGroup(before, "7", { own: true }),
      { groupSettings: [{ deviceGroupId: "7", thresholds: THRESHOLDS }] },
    ],
    [
      "one limit of a group that has its own",
      withGroup(before, "8", { thresholds: { ...coldLimits, low_battery: "12" } }),
      { groupSettings: [{ deviceGroupId: "8", thresholds: { low_battery: 12 } }] },
    ],
    [
      "limits that are taken from a group",
      withGroup(before, "8", { own: false }),
      { groupSettings: [{ deviceGroupId: "8", thresholds: null }] },
    ],
  ])("sends %s alone", (_, draft, change) => {
    expect(readDraft(draft, before)).toEqual({ kind: "change", change });
  });

  it("names a wrong limit by its field, and none that is not in use", () => {
    const typed = { ...before.thresholds, no_recent_insights: "1.5", low_battery: "" };
    let draft: SettingsDraft = { ...before, thresholds: typed };
    draft = withGroup(draft, "7", { own: false, thresholds: typed });
    draft = withGroup(draft, "8", { thresholds: typed });
    const read = readDraft(draft, before);
    expect(read.kind === "faulty" && Object.keys(read.errors).sort()).toEqual([
      "groups.8.low_battery",
      "groups.8.no_recent_insights",
      "thresholds.low_battery",
      "thresholds.no_recent_insights",
    ]);
  });

  it("takes the server's sentences for the group that the body named at that place", () => {
    const change = { groupSettings: [{ deviceGroupId: "8", thresholds: { low_battery: 99 } }] };
    const errors = { "groupSettings.0.thresholds.low_battery": "Too much.", general: "Check." };
    expect(errorsByField(errors, change)).toEqual({ "groups.8.low_battery": "Too much.", general: "Check." });
  });
});

describe("settings that are read while a person types", () => {
  it("come under what was typed, without groups that are gone and with new ones", () => {
    const draft = withGroup(
      { ...before, thresholds: { ...before.thresholds, no_recent_insights: "9" } },
      "8",
      { ignore: false },
    );
    const now = draftOf(
      settings({
        settings: { ...FLAGS, spypoint_error: false },
        thresholds: { ...THRESHOLDS, no_recent_insights: 24, low_battery: 3.5 },
        groupSettings: [
          { deviceGroupId: "9", ignore: true, thresholds: null },
          { deviceGroupId: "8", ignore: true, thresholds: null },
        ],
      }),
    );
    const rebased = rebasedDraft(draft, before, now);
    expect(rebased.flags).toEqual({ ...FLAGS, spypoint_error: false });
    expect(rebased.thresholds).toEqual({
      no_recent_insights: "9",
      no_recent_camera_triggers: "48",
      low_battery: "3.5",
    });
    expect(rebased.groups.map(({ groupId, ignore, own }) => [groupId, ignore, own])).toEqual([
      ["9", true, false],
      ["8", false, false],
    ]);
  });

  it("leave a group its own limits where one of them is being typed", () => {
    const draft = withGroup(before, "8", { thresholds: { ...coldLimits, low_battery: "12" } });
    const now = draftOf(
      settings({ groupSettings: [{ deviceGroupId: "8", ignore: true, thresholds: null }] }),
    );
    const rebased = rebasedDraft(draft, before, now);
    expect(rebased.groups).toMatchObject([{ own: true, thresholds: { low_battery: "12" } }]);
    // The group has none at the server any more, so all of them are sent.
    expect(readDraft(rebased, now)).toMatchObject({
      change: { groupSettings: [{ thresholds: { ...THRESHOLDS, low_battery: 12 } }] },
    });
  });

  it("lose nothing: of two people who save different fields both are stored", () => {
    const field = fc.constantFrom(
      (draft: SettingsDraft) => ({ ...draft, flags: { ...draft.flags, low_battery: false } }),
      (draft: SettingsDraft) => ({ ...draft, thresholds: { ...draft.thresholds, low_battery: "5" } }),
      (draft: SettingsDraft) => withGroup(draft, "7", { ignore: true }),
      (draft: SettingsDraft) => withGroup(draft, "8", { own: false }),
    );
    fc.assert(
      fc.property(field, field, (mine, theirs) => {
        const now = theirs(before);
        expect(rebasedDraft(mine(before), before, now)).toEqual(mine(now));
      }),
    );
  });
});
