import { describe, expect, it } from "vitest";
import {
  asFraction,
  CAMERA_TIME_TRUSTED_AFTER_MS,
  EMPTY_CLASS_ID,
  EMPTY_CLASS_NAME,
  INSIGHT_STATUSES,
  insightTimeMs,
  isInsightStatus,
  REVIEW_ACTIONS,
  shownConfidence,
  statusAfterAction,
  toWholePercent,
} from "../../../../src/domain/insight/insight.ts";
import { collectionStatus, shownStatus } from "../../../../src/domain/insight/shown-status.ts";

describe("the status of an insight", () => {
  it("is one of four, which are known by name", () => {
    expect(INSIGHT_STATUSES.every(isInsightStatus)).toBe(true);
    for (const other of ["toggle", "", null, 1]) expect(isInsightStatus(other)).toBe(false);
  });

  it("follows the action, and is cleared by the same action once more", () => {
    for (const action of REVIEW_ACTIONS) {
      expect(statusAfterAction("none", action)).toBe(action);
      expect(statusAfterAction(action, action)).toBe("none");
      expect(statusAfterAction(null, action)).toBe(action);
    }
    expect(statusAfterAction("favorite", "archive")).toBe("archive");
  });

  it("is shown as the outbox has it, and as unsent only where that differs from the server's", () => {
    expect(shownStatus("none", undefined)).toEqual({ status: "none", unsent: false });
    expect(shownStatus("none", "archive")).toEqual({ status: "archive", unsent: true });
    expect(shownStatus("archive", "archive")).toEqual({ status: "archive", unsent: false });
  });

  it("is that of a collection where all members share it, and unsent where that of one member is", () => {
    const sent = { status: "favorite", unsent: false } as const;
    const unsent = { status: "favorite", unsent: true } as const;
    expect(collectionStatus([sent, sent])).toEqual(sent);
    expect(collectionStatus([sent, unsent])).toEqual(unsent);
    expect(collectionStatus([sent, { status: "none", unsent: true }])).toEqual({
      status: null,
      unsent: true,
    });
    expect(collectionStatus([])).toEqual({ status: null, unsent: false });
  });
});

describe("the time of an insight", () => {
  const received = Date.UTC(2024, 0, 1);
  const camera = Date.UTC(2023, 11, 31, 20);

  it("is the camera's where it gave one", () => {
    expect(insightTimeMs({ timeStampMs: received, fileCtimeMs: camera })).toBe(camera);
    for (const none of [null, Number.NaN]) {
      expect(insightTimeMs({ timeStampMs: received, fileCtimeMs: none })).toBe(received);
    }
  });

  it("is the time received for all that came up to 6 September 2023, when cameras' clocks were not to be trusted", () => {
    expect(CAMERA_TIME_TRUSTED_AFTER_MS).toBe(Date.parse("2023-09-06T00:00:00Z"));
    const at = (timeStampMs: number) => insightTimeMs({ timeStampMs, fileCtimeMs: camera });
    expect(at(CAMERA_TIME_TRUSTED_AFTER_MS)).toBe(CAMERA_TIME_TRUSTED_AFTER_MS);
    expect(at(CAMERA_TIME_TRUSTED_AFTER_MS + 1)).toBe(camera);
  });
});

describe("the confidence of an insight", () => {
  it("is its own, and that of the group over LoRa, which sends no other", () => {
    const insight = { confidence: 0.6, groupConfidence: 0.8 };
    expect(shownConfidence({ ...insight, isFromLora: false })).toBe(0.6);
    expect(shownConfidence({ ...insight, isFromLora: true })).toBe(0.8);
    expect(shownConfidence({ ...insight, confidence: null, isFromLora: false })).toBeNull();
    expect(shownConfidence({ ...insight, groupConfidence: 87, isFromLora: true })).toBe(0.87);
  });

  it("is a fraction, also from sources that count to 100", () => {
    expect([0, 0.87, 1, 1.5, 87, 100].map(asFraction)).toEqual([0, 0.87, 1, 0.015, 0.87, 1]);
    expect([0, 0.874, 0.875, 1].map(toWholePercent)).toEqual([0, 87, 88, 100]);
  });

  it("is none for a frame in which nothing was found, whose class every model has", () => {
    expect([EMPTY_CLASS_NAME, EMPTY_CLASS_ID]).toEqual(["empty", 99]);
  });
});
