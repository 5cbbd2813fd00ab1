import { describe, expect, it } from "vitest";
import { WIDGETS } from "../../../../src/domain/dashboard/widgets.ts";
import { linesOf } from "./picture-lines.ts";

describe("what each widget shows of a small world", () => {
  it("is defined by its name, its width and what it needs", () => {
    expect(
      WIDGETS.map(({ id, onByDefault, width, needs, needsEffort = false }) =>
        [id, width, onByDefault ? "on" : "off", needsEffort ? "effort" : "", ...needs].join(" "),
      ),
    ).toMatchInlineSnapshot(`
      [
        "totalInsights 2 on  total",
        "totalClasses 2 on  classes",
        "totalDevices 2 off  devices",
        "insightStatuses 8 on  total statuses",
        "commsSource 4 off  total sources",
        "insightsLastTwoWeeks 8 on  lastDays",
        "insightsByClass 4 on  classes",
        "receivedHourByDay 6 on  total receivedHours",
        "insightDelay 6 on  delays",
        "hoursSinceGraph 6 on ",
        "hoursSinceTable 6 on ",
        "insightsVsImages 6 on  devices",
        "heatmap 6 on  total places",
        "dailyActivity 6 on  total hours places span",
        "detectionRate 6 on effort classes deviceClasses",
        "speciesAccumulation 6 on  classes span",
        "lastSeen 6 on  classes",
        "effort 6 on effort",
      ]
    `);
  });

  it("totalInsights: the number of insights", () => {
    expect(linesOf("totalInsights")).toMatchInlineSnapshot(`
      [
        "figure",
        "5",
        "| insights",
        "| 5 → all",
      ]
    `);
  });

  it("totalClasses: the number of classes, each in the table", () => {
    expect(linesOf("totalClasses")).toMatchInlineSnapshot(`
      [
        "figure",
        "3",
        "| class | insights",
        "| class:fox | 3 → className=fox",
        "| class:lynx | 1 → className=lynx",
        "| class:empty | 1 → className=empty",
      ]
    `);
  });

  it("totalDevices: the number of Sentinels, those without insights too", () => {
    expect(linesOf("totalDevices")).toMatchInlineSnapshot(`
      [
        "figure",
        "3",
        "| device | insights",
        "| device:Gate | 4 → deviceId=a",
        "| device:Pond | 1 → deviceId=b",
        "| device:Ridge | 0 → deviceId=c",
      ]
    `);
  });

  it("insightStatuses: the share of each status, with a link where there are any, and of archived ones where they are counted", () => {
    expect(linesOf("insightStatuses")).toMatchInlineSnapshot(`
      [
        "share",
        "status:acknowledge 2 → status=acknowledge",
        "status:favorite 1 → status=favorite",
        "status:none 2 → status=none",
        "| status | insights",
        "| status:acknowledge | 2 → status=acknowledge",
        "| status:favorite | 1 → status=favorite",
        "| status:none | 2 → status=none",
      ]
    `);
    const statuses = { acknowledge: 2, favorite: 1, archive: 1, none: 2 };
    expect(linesOf("insightStatuses", { statuses })).toContain("status:archive 1 → status=archive");
  });

  it("commsSource: the share of each source, the unknown one without a link", () => {
    expect(linesOf("commsSource")).toMatchInlineSnapshot(`
      [
        "share",
        "source:wifi 4 → source=wifi",
        "source:lora 0 → source=lora",
        "source:null 1 → no link",
        "| source | insights",
        "| source:wifi | 4 → source=wifi",
        "| source:lora | 0 → source=lora",
        "| source:null | 1 → no link",
      ]
    `);
  });

  it("insightsLastTwoWeeks: 14 days, stacked by class", () => {
    expect(linesOf("insightsLastTwoWeeks")).toMatchInlineSnapshot(`
      [
        "bars",
        "across false, stacked true",
        "day:2026-11-08, day:2026-11-09, day:2026-11-10, day:2026-11-11, day:2026-11-12, day:2026-11-13, day:2026-11-14, day:2026-11-15, day:2026-11-16, day:2026-11-17, day:2026-11-18, day:2026-11-19, day:2026-11-20, day:2026-11-21",
        "class:fox: 0 0 0 0 0 0 0 0 0 0 1 0 0 2",
        "→ className=fox fromMs=2026-11-08 toMs=2026-11-08T23:59:59.999Z; className=fox fromMs=2026-11-09 toMs=2026-11-09T23:59:59.999Z; className=fox fromMs=2026-11-10 toMs=2026-11-10T23:59:59.999Z",
        "class:lynx: 0 0 0 0 0 0 0 0 0 0 0 0 1 0",
        "→ className=lynx fromMs=2026-11-08 toMs=2026-11-08T23:59:59.999Z; className=lynx fromMs=2026-11-09 toMs=2026-11-09T23:59:59.999Z; className=lynx fromMs=2026-11-10 toMs=2026-11-10T23:59:59.999Z",
        "| day | class | insights",
        "| day:2026-11-18 | class:fox | 1 → className=fox fromMs=2026-11-18 toMs=2026-11-18T23:59:59.999Z",
        "| day:2026-11-20 | class:lynx | 1 → className=lynx fromMs=2026-11-20 toMs=2026-11-20T23:59:59.999Z",
        "| day:2026-11-21 | class:fox | 2 → className=fox fromMs=2026-11-21 toMs=2026-11-21T23:59:59.999Z",
      ]
    `);
  });

  it("insightsByClass: a bar for each class", () => {
    expect(linesOf("insightsByClass")).toMatchInlineSnapshot(`
      [
        "bars",
        "across true, stacked false",
        "class:fox, class:lynx, class:empty",
        "series:insights: 3 1 1",
        "→ className=fox; className=lynx; className=empty",
        "| class | insights",
        "| class:fox | 3 → className=fox",
        "| class:lynx | 1 → className=lynx",
        "| class:empty | 1 → className=empty",
      ]
    `);
  });

  it("receivedHourByDay: a cell for each weekday and hour of receipt", () => {
    expect(linesOf("receivedHourByDay")).toMatchInlineSnapshot(`
      [
        "grid",
        "weekday:1, weekday:2, weekday:3, weekday:4, weekday:5, weekday:6, weekday:7",
        "hour:0, hour:1, hour:2, hour:3, hour:4, hour:5, hour:6, hour:7, hour:8, hour:9, hour:10, hour:11, hour:12, hour:13, hour:14, hour:15, hour:16, hour:17, hour:18, hour:19, hour:20, hour:21, hour:22, hour:23",
        "000000000000000000000000000000000000000000000000000003000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002 → receivedWeekday=3 receivedHour=5",
        "| weekday | hour | insights",
        "| weekday:3 | hour:5 | 3 → receivedWeekday=3 receivedHour=5",
        "| weekday:7 | hour:23 | 2 → receivedWeekday=7 receivedHour=23",
      ]
    `);
  });

  it("insightDelay: a bar for each range of hours, also below zero", () => {
    expect(linesOf("insightDelay")).toMatchInlineSnapshot(`
      [
        "bars",
        "across false, stacked false",
        "delay:null/-1, delay:0/0, delay:1/1, delay:2/2, delay:3/3, delay:4/5, delay:6/11, delay:12/23, delay:24/47, delay:48/null",
        "series:insights: 1 2 0 0 0 0 0 0 0 2",
        "→ underDelayFilter=true maxDelayHours=-1; underDelayFilter=true minDelayHours=0 maxDelayHours=0; underDelayFilter=true minDelayHours=1 maxDelayHours=1",
        "| delay | insights",
        "| delay:null/-1 | 1 → underDelayFilter=true maxDelayHours=-1",
        "| delay:0/0 | 2 → underDelayFilter=true minDelayHours=0 maxDelayHours=0",
        "| delay:1/1 | 0 → underDelayFilter=true minDelayHours=1 maxDelayHours=1",
        "| delay:2/2 | 0 → underDelayFilter=true minDelayHours=2 maxDelayHours=2",
        "| delay:3/3 | 0 → underDelayFilter=true minDelayHours=3 maxDelayHours=3",
        "| delay:4/5 | 0 → underDelayFilter=true minDelayHours=4 maxDelayHours=5",
        "| delay:6/11 | 0 → underDelayFilter=true minDelayHours=6 maxDelayHours=11",
        "| delay:12/23 | 0 → underDelayFilter=true minDelayHours=12 maxDelayHours=23",
        "| delay:24/47 | 0 → underDelayFilter=true minDelayHours=24 maxDelayHours=47",
        "| delay:48/null | 2 → underDelayFilter=true minDelayHours=48",
      ]
    `);
  });

  it("hoursSinceGraph: hours of silence of those that reported", () => {
    expect(linesOf("hoursSinceGraph")).toMatchInlineSnapshot(`
      [
        "bars",
        "across true, stacked false",
        "device:Pond, device:Gate",
        "series:hoursSince: 25 1",
        "→ deviceId=b; deviceId=a",
        "| device | hoursSince | lastSeen",
        "| device:Ridge | null | null → deviceId=c",
        "| device:Pond | 25 | moment:2026-11-20T14:30:00Z → deviceId=b",
        "| device:Gate | 1 | moment:2026-11-21T14:00:00Z → deviceId=a",
        "neverSeen:1",
      ]
    `);
  });

  it("hoursSinceTable: hours of silence of all, those that never reported first", () => {
    expect(linesOf("hoursSinceTable")).toMatchInlineSnapshot(`
      [
        "table",
        "| device | hoursSince | lastSeen",
        "| device:Ridge | null | null → deviceId=c",
        "| device:Pond | 25 | moment:2026-11-20T14:30:00Z → deviceId=b",
        "| device:Gate | 1 | moment:2026-11-21T14:00:00Z → deviceId=a",
      ]
    `);
  });

  it("insightsVsImages: insights beside images, on an axis each", () => {
    expect(linesOf("insightsVsImages")).toMatchInlineSnapshot(`
      [
        "bars",
        "across true, stacked false",
        "device:Gate, device:Pond",
        "series:insights: 4 1",
        "→ deviceId=a; deviceId=b",
        "series:images second: 900 null",
        "| device | insights | images",
        "| device:Gate | 4 | 900 → deviceId=a",
        "| device:Pond | 1 | null → deviceId=b",
        "imagesAreTotals:",
      ]
    `);
  });

  it("heatmap: places, and how many insights have none", () => {
    expect(linesOf("heatmap")).toMatchInlineSnapshot(`
      [
        "places",
        "[{"latitude":1.5,"longitude":2.25,"count":3},{"latitude":1,"longitude":2,"count":1}]",
        "| latitude | longitude | insights",
        "| figure:1.5/5 | figure:2.25/5 | 3 → no link",
        "| figure:1/5 | figure:2/5 | 1 → no link",
        "withoutPlace:1",
      ]
    `);
  });

  it("dailyActivity: 24 hours with the sun of the median day", () => {
    expect(linesOf("dailyActivity")).toMatchInlineSnapshot(`
      [
        "bars",
        "across false, stacked false",
        "hour:0, hour:1, hour:2, hour:3, hour:4, hour:5, hour:6, hour:7, hour:8, hour:9, hour:10, hour:11, hour:12, hour:13, hour:14, hour:15, hour:16, hour:17, hour:18, hour:19, hour:20, hour:21, hour:22, hour:23",
        "series:insights: 0 0 0 0 0 0 4 0 0 0 0 0 0 0 0 0 0 0 1 0 0 0 0 0",
        "→ hour=0; hour=1; hour=2",
        "series:sun line: -67.6 -56.8 -43.9 -30.2 -16.2 -2.1 12 26 39.6 52.4 63.3 68.8 65.2 55.1 42.6 29.1 15.2 1.2 -12.9 -27 -40.7 -53.9 -65.3 -71.4",
        "| hour | insights | sun",
        "| hour:0 | 0 | figure:-67.56/1 → hour=0",
        "| hour:1 | 0 | figure:-56.81/1 → hour=1",
        "| hour:2 | 0 | figure:-43.87/1 → hour=2",
        "| hour:3 | 0 | figure:-30.17/1 → hour=3",
        "| hour:4 | 0 | figure:-16.17/1 → hour=4",
        "| hour:5 | 0 | figure:-2.06/1 → hour=5",
        "| hour:6 | 4 | figure:12.03/1 → hour=6",
        "| hour:7 | 0 | figure:25.98/1 → hour=7",
        "| hour:8 | 0 | figure:39.59/1 → hour=8",
        "| hour:9 | 0 | figure:52.42/1 → hour=9",
        "| hour:10 | 0 | figure:63.27/1 → hour=10",
        "| hour:11 | 0 | figure:68.81/1 → hour=11",
        "| hour:12 | 0 | figure:65.17/1 → hour=12",
        "| hour:13 | 0 | figure:55.12/1 → hour=13",
        "| hour:14 | 0 | figure:42.59/1 → hour=14",
        "| hour:15 | 0 | figure:29.11/1 → hour=15",
        "| hour:16 | 0 | figure:15.22/1 → hour=16",
        "| hour:17 | 0 | figure:1.16/1 → hour=17",
        "| hour:18 | 1 | figure:-12.95/1 → hour=18",
        "| hour:19 | 0 | figure:-26.97/1 → hour=19",
        "| hour:20 | 0 | figure:-40.75/1 → hour=20",
        "| hour:21 | 0 | figure:-53.89/1 → hour=21",
        "| hour:22 | 0 | figure:-65.32/1 → hour=22",
        "| hour:23 | 0 | figure:-71.44/1 → hour=23",
        "sunAt:1.38/2.19/2026-11-20",
      ]
    `);
  });

  it("detectionRate: rates over the days whose insights and reports are here", () => {
    expect(linesOf("detectionRate")).toMatchInlineSnapshot(`
      [
        "bars",
        "across true, stacked true",
        "device:Gate",
        "class:fox: 75",
        "→ deviceId=a className=fox fromMs=2026-11-15 toMs=2026-11-21T23:59:59.999Z",
        "class:lynx: 25",
        "→ deviceId=a className=lynx fromMs=2026-11-15 toMs=2026-11-21T23:59:59.999Z",
        "| device | class | insights | trapNights | rate",
        "| device:Gate | class:fox | 3 | 4 | figure:75/1 → deviceId=a className=fox fromMs=2026-11-15 toMs=2026-11-21T23:59:59.999Z",
        "| device:Gate | class:lynx | 1 | 4 | figure:25/1 → deviceId=a className=lynx fromMs=2026-11-15 toMs=2026-11-21T23:59:59.999Z",
        "daysCounted:2026-11-15/2026-11-21T23:59:59.999Z",
        "effortUnknown:1",
      ]
    `);
  });

  it("speciesAccumulation: species by day, with those that are new", () => {
    expect(linesOf("speciesAccumulation")).toMatchInlineSnapshot(`
      [
        "steps",
        "day:2026-11-18, day:2026-11-19, day:2026-11-20, day:2026-11-21",
        "series:species: 1 1 2 2",
        "→ fromMs=2026-11-18 toMs=2026-11-18T23:59:59.999Z; fromMs=2026-11-18 toMs=2026-11-19T23:59:59.999Z; fromMs=2026-11-18 toMs=2026-11-20T23:59:59.999Z",
        "| day | newSpecies | species",
        "| day:2026-11-18 | classes:fox | 1 → fromMs=2026-11-18 toMs=2026-11-18T23:59:59.999Z",
        "| day:2026-11-20 | classes:lynx | 2 → fromMs=2026-11-18 toMs=2026-11-20T23:59:59.999Z",
        "| day:2026-11-21 | classes: | 2 → fromMs=2026-11-18 toMs=2026-11-21T23:59:59.999Z",
      ]
    `);
  });

  it("lastSeen: species by the days since they were last seen", () => {
    expect(linesOf("lastSeen")).toMatchInlineSnapshot(`
      [
        "bars",
        "across true, stacked false",
        "class:lynx, class:fox",
        "series:daysUnseen: 1 0",
        "→ className=lynx; className=fox",
        "| class | daysUnseen | lastInsight | insights",
        "| class:lynx | 1 | moment:2026-11-20T00:00:00.005Z | 1 → className=lynx",
        "| class:fox | 0 | moment:2026-11-21 | 3 → className=fox",
      ]
    `);
  });

  it("effort: the days on which each Sentinel reported", () => {
    expect(linesOf("effort")).toMatchInlineSnapshot(`
      [
        "bars",
        "across true, stacked false",
        "device:Gate",
        "series:daysWorked: 9",
        "→ deviceId=a",
        "| device | daysWorked",
        "| device:Gate | 9 → deviceId=a",
        "| device:Pond | 0 → deviceId=b",
        "| device:Ridge | 0 → deviceId=c",
        "daysCounted:2026-11-01/2026-11-21T23:59:59.999Z",
        "effortUnknown:2",
      ]
    `);
  });
});
