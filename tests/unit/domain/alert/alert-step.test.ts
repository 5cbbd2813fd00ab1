import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALERT_STATUSES, nextAlertStatus } from "../../../../src/domain/alert/alert.ts";
import {
  furtherStatus,
  isAlertStatus,
  isFurther,
  stepsBetween,
} from "../../../../src/domain/alert/alert-step.ts";

const status = fc.constantFrom(...ALERT_STATUSES);

describe("the steps of an alert", () => {
  it("lead from one status to the other in their order, and nowhere back", () => {
    expect(stepsBetween("new", "resolved")).toEqual(["acknowledged", "resolved"]);
    expect(stepsBetween("new", "acknowledged")).toEqual(["acknowledged"]);
    expect(stepsBetween("acknowledged", "resolved")).toEqual(["resolved"]);
    for (const [from, to] of [
      ["resolved", "acknowledged"],
      ["acknowledged", "new"],
      ["resolved", "resolved"],
      ["new", "new"],
    ] as const) {
      expect(stepsBetween(from, to)).toEqual([]);
    }
  });

  it("show the further of two statuses, whichever side has it", () => {
    fc.assert(
      fc.property(status, status, (a, b) => {
        expect(furtherStatus(a, b)).toBe(furtherStatus(b, a));
        expect(isFurther(furtherStatus(a, b), a)).toBe(isFurther(b, a));
        expect(isFurther(a, nextAlertStatus(a) ?? a)).toBe(false);
      }),
    );
  });

  it("know a status from any other value", () => {
    expect(ALERT_STATUSES.every(isAlertStatus)).toBe(true);
    expect([undefined, null, "", "closed", 1, {}].some(isAlertStatus)).toBe(false);
  });
});
