import { describe, expect, it } from "vitest";
import { insightsOf, listVisits } from "../../../../server/demo/demo-insights.ts";
import { listEncounters } from "../../../../server/demo/scenes.ts";
import { DEMO_GROUPS, DEMO_SENTINELS } from "../../../../server/demo/sentinels.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 4, 0);
const encounters = listEncounters();
const visits = listVisits(5_000, encounters, NOW_MS);
const refs = { userId: 1, deviceRefs: DEMO_SENTINELS.map((_, at) => at + 1), algIds: [1, 2] };
const insights = visits.flatMap((visit, number) => {
  const encounter = encounters[visit.encounter];
  if (!encounter) throw new Error("a visit of nobody");
  return insightsOf(visit, encounter, number, visit.frames > 1 ? number : null, refs, NOW_MS);
});

describe("the demo's insights", () => {
  it("are exactly as many as asked for, of twelve Sentinels in three groups", () => {
    expect(insights).toHaveLength(5_000);
    expect(new Set(insights.map(({ values }) => values.device_ref)).size).toBe(12);
    expect(DEMO_GROUPS).toHaveLength(3);
    expect(new Set(insights.map(({ values }) => values.source_id)).size).toBe(5_000);
  });

  it("are the same for the same moment", () => {
    expect(listVisits(5_000, listEncounters(), NOW_MS)).toEqual(visits);
    const other = listVisits(5_000, encounters, NOW_MS + 60_000);
    expect(other).not.toEqual(visits);
  });

  it("show no more than 400 distinct photographs", () => {
    const frames = encounters.flatMap((encounter) => encounter.frames.map((frame) => frame.seed));
    expect(new Set(frames).size).toBe(frames.length);
    expect(frames.length).toBeLessThanOrEqual(400);
  });

  it("lie before the demo's present, the newest a few minutes before", () => {
    const taken = insights.map(({ values }) => Number(values.file_ctime));
    const received = insights.map(({ values }) => Number(values.time_stamp));
    expect(Math.max(...received)).toBeLessThan(NOW_MS);
    expect(NOW_MS - Math.max(...taken)).toBeLessThan(20 * 60_000);
    expect(insights.every((_, at) => (received[at] ?? 0) > (taken[at] ?? 0))).toBe(true);
  });

  it("come without a picture by LoRa and satellite, and with one by wifi and cellular", () => {
    for (const { values, scene } of insights) {
      const words = values.comms_source === "lora" || values.comms_source === "satellite";
      expect(scene === null).toBe(words);
      expect(values.is_from_lora).toBe(values.comms_source === "lora" ? 1 : 0);
    }
    expect(new Set(insights.map(({ values }) => values.comms_source)).size).toBe(4);
  });

  it("are of thirteen classes and the empty one, reviewed the more the older they are", () => {
    expect(new Set(insights.map(({ values }) => values.class_name)).size).toBe(14);
    const reviewed = insights.filter(({ values }) => values.insight_status !== "none");
    expect(reviewed.length).toBeGreaterThan(1_000);
    const lastDay = insights.filter(({ values }) => NOW_MS - Number(values.file_ctime) < 86_400_000);
    expect(lastDay.every(({ values }) => values.insight_status === "none")).toBe(true);
  });

  it("of animals of the night are taken at night by the Sentinel's own sun", () => {
    const hours = visits
      .filter((visit) => encounters[visit.encounter]?.night)
      .map((visit) => {
        const longitude = DEMO_SENTINELS[visit.sentinel]?.position?.[1] ?? 10;
        return (((visit.atMs / 3_600_000 + longitude / 15) % 24) + 24) % 24;
      });
    const atNight = hours.filter((hour) => hour < 7.5 || hour > 16.5);
    expect(atNight.length / hours.length).toBeGreaterThan(0.97);
  });
});
