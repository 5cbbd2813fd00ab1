import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ClassMeans,
  type CollectionMember,
  summarizeCollection,
  windowLengthSeconds,
} from "../../../../src/domain/insight/collection.ts";
import { INSIGHT_STATUSES } from "../../../../src/domain/insight/insight.ts";

function member(changes: Partial<CollectionMember> = {}): CollectionMember {
  return {
    className: "lynx",
    classId: 4,
    confidence: 0.5,
    groupConfidence: null,
    isFromLora: false,
    classList: [{ className: "lynx", averageConfidence: 0.5 }],
    status: "none",
    ...changes,
  };
}

describe("a collection's class and confidence", () => {
  it("is the mean of each class over its members, rounded to two decimals [INS-27]", () => {
    const summary = summarizeCollection([
      member({
        classList: [
          { className: "lynx", averageConfidence: 0.9 },
          { className: "fox", averageConfidence: 0.05 },
        ],
      }),
      member({ classList: [{ className: "lynx", averageConfidence: 0.8 }] }),
      member({ classList: [{ className: "lynx", averageConfidence: 0.81 }] }),
    ]);
    expect(summary.confidence).toBe(0.84);
    expect(summary.classList).toEqual([
      { className: "lynx", averageConfidence: 0.84 },
      { className: "fox", averageConfidence: 0.05 },
    ]);
  });

  it("belongs to the class with the highest mean, not to the one named most often [INS-28]", () => {
    const fox = member({
      className: "fox",
      classId: 9,
      classList: [{ className: "fox", averageConfidence: 0.7 }],
    });
    const summary = summarizeCollection([member(), member(), member(), fox]);
    expect(summary).toMatchObject({ className: "fox", classId: 9, confidence: 0.7 });
  });

  it("takes the class that stands first in class_list when means are equal [INS-28]", () => {
    const first = { className: "boar", averageConfidence: 0.15 };
    const summary = summarizeCollection([
      member({ className: "boar", classList: [first, { className: "deer", averageConfidence: 0.1 }] }),
      member({ className: "boar", classList: [first, { className: "deer", averageConfidence: 0.2 }] }),
    ]);
    expect(summary.className).toBe("boar");
  });

  it("falls back on a member's own confidence, the group's for LoRa, where its list leaves its class out", () => {
    const summary = summarizeCollection([
      member({ classList: [], confidence: 0.6 }),
      member({ classList: [], confidence: 0.1, groupConfidence: 0.8, isFromLora: true }),
    ]);
    expect(summary.confidence).toBe(0.7);
  });

  it("puts a member's own confidence before a list that names only other classes", () => {
    const classList = [{ className: "fox", averageConfidence: 0.1 }];
    expect(summarizeCollection([member({ classList, confidence: 0.6 })])).toMatchObject({
      className: "lynx",
      confidence: 0.6,
      classList: [{ className: "lynx", averageConfidence: 0.6 }, ...classList],
    });
  });

  it("has no number for a class that members name in their lists alone", () => {
    const classList = [
      { className: "lynx", averageConfidence: 0.2 },
      { className: "fox", averageConfidence: 0.7 },
    ];
    expect(summarizeCollection([member({ classList })])).toMatchObject({ className: "fox", classId: null });
  });

  it("rounds halves up", () => {
    const scored = (averageConfidence: number) =>
      member({ classList: [{ className: "lynx", averageConfidence }] });
    expect(summarizeCollection([scored(0.84), scored(0.85)]).confidence).toBe(0.85);
  });

  it("leaves members without a score out of the mean and has no confidence when nobody scored", () => {
    const unscored = member({
      confidence: null,
      classList: [{ className: "lynx", averageConfidence: null }],
    });
    expect(summarizeCollection([unscored, member()]).confidence).toBe(0.5);
    expect(summarizeCollection([unscored])).toMatchObject({
      className: "lynx",
      confidence: null,
      classList: [{ className: "lynx", averageConfidence: null }],
    });
  });

  it("keeps the mean between the least and the greatest score, for any members [INS-27]", () => {
    const score = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);
    fc.assert(
      fc.property(fc.array(score, { minLength: 1, maxLength: 30 }), (scores) => {
        const { confidence } = summarizeCollection(
          scores.map((averageConfidence) =>
            member({ classList: [{ className: "lynx", averageConfidence }] }),
          ),
        );
        expect(confidence).toBeGreaterThanOrEqual(Math.min(...scores));
        expect(confidence).toBeLessThanOrEqual(Math.max(...scores));
      }),
    );
  });

  it("is the same where one collection after the other is summarized in one place", () => {
    const score = fc.option(fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100));
    const name = fc.constantFrom("lynx", "fox", "boar");
    const scored = fc.record({
      className: name,
      confidence: score,
      groupConfidence: score,
      isFromLora: fc.boolean(),
      classList: fc.array(fc.record({ className: name, averageConfidence: score }), { maxLength: 3 }),
    });
    const collections = fc.array(fc.array(scored, { minLength: 1, maxLength: 5 }), { maxLength: 5 });
    fc.assert(
      fc.property(collections, (given) => {
        const means = new ClassMeans();
        for (const members of given) {
          means.clear();
          for (const each of members) means.add(each);
          const { className, confidence } = summarizeCollection(members.map((each) => member(each)));
          expect([means.className(), means.confidence()]).toEqual([className, confidence]);
        }
      }),
    );
  });

  it("refuses to summarise nothing", () => {
    expect(() => summarizeCollection([])).toThrow(RangeError);
  });
});

describe("a collection's status", () => {
  it("is the status that all members share [INS-29]", () => {
    for (const status of INSIGHT_STATUSES) {
      expect(summarizeCollection([member({ status }), member({ status })]).status).toBe(status);
    }
  });

  it("is undefined, null on the wire, where members differ [INS-30]", () => {
    expect(
      summarizeCollection([member({ status: "favorite" }), member({ status: "none" })]).status,
    ).toBeNull();
  });
});

describe("a collection's window", () => {
  it("counts its first and its last second [INS-32]", () => {
    expect(windowLengthSeconds({ startMs: 5_000, endMs: 5_000 })).toBe(1);
    expect(windowLengthSeconds({ startMs: 5_999, endMs: 8_001 })).toBe(4);
  });
});
