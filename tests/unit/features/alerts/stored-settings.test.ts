import { expect, it } from "vitest";
import { draftOf } from "../../../../src/features/alerts/alert-settings-draft.ts";
import { storedSettings } from "../../../../src/features/alerts/use-alert-settings.ts";

const SETTINGS = {
  settings: { no_recent_insights: true },
  thresholds: { low_battery: 3 },
  groupSettings: [{ deviceGroupId: "1", ignore: false, thresholds: null }],
};

function read(stored: unknown, userId = 7) {
  return storedSettings(
    { get: () => (typeof stored === "string" ? stored : JSON.stringify(stored)) },
    userId,
  );
}

it("shows settings of alerts that were stored on the device to their user alone", () => {
  const stored = read({ userId: 7, settings: SETTINGS });
  expect(stored).toEqual(SETTINGS);
  expect(stored && draftOf(stored).groups).toHaveLength(1);
  expect(read({ userId: 7, settings: SETTINGS }, 8)).toBeNull();
});

it("takes for none what another program or version stored in their place", () => {
  const others = [7, {}, { ...SETTINGS, groupSettings: {} }, { ...SETTINGS, thresholds: null }];
  for (const settings of others) expect(read({ userId: 7, settings })).toBeNull();
  for (const stored of ["{", "null", []]) expect(read(stored)).toBeNull();
});
