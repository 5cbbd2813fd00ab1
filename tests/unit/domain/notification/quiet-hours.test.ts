import { describe, expect, it } from "vitest";
import { localDayStartMs, quietUntilMs } from "../../../../src/domain/notification/quiet-hours.ts";

const NIGHT = { from: "22:00", to: "06:00" };
const at = (text: string) => Date.parse(`${text}Z`);
const until = (timeZone: string, now: string, quietHours: { from: string; to: string } | null = NIGHT) =>
  new Date(quietUntilMs({ timeZone, quietHours }, at(now))).toISOString().slice(0, 16);

describe("quiet hours", () => {
  it.each([
    ["in the evening", "2026-03-10T22:00", "2026-03-11T06:00"],
    ["after midnight", "2026-03-10T05:59", "2026-03-10T06:00"],
    ["at their end they are over", "2026-03-10T06:00", "2026-03-10T06:00"],
    ["by day", "2026-03-10T21:59", "2026-03-10T21:59"],
  ])("%s", (_, now, end) => {
    expect(until("UTC", now)).toBe(end);
  });

  it("are those of the user's zone", () => {
    expect(until("Africa/Nairobi", "2026-03-10T19:30")).toBe("2026-03-11T03:00");
    expect(until("Asia/Kathmandu", "2026-03-10T18:00")).toBe("2026-03-11T00:15");
  });

  it("lie within one day where they begin earlier than they end", () => {
    expect(until("UTC", "2026-03-10T13:00", { from: "12:00", to: "14:30" })).toBe("2026-03-10T14:30");
    expect(until("UTC", "2026-03-10T15:00", { from: "12:00", to: "14:30" })).toBe("2026-03-10T15:00");
    expect(until("UTC", "2026-03-10T15:00", { from: "08:00", to: "08:00" })).toBe("2026-03-10T15:00");
  });

  it("end by the clock on the wall where the clocks change in the night", () => {
    expect(until("Europe/Berlin", "2026-03-28T22:00")).toBe("2026-03-29T04:00");
    expect(until("Europe/Berlin", "2026-10-24T21:00")).toBe("2026-10-25T05:00");
  });

  it("none are none", () => {
    expect(until("UTC", "2026-03-10T23:00", null)).toBe("2026-03-10T23:00");
  });

  it("the day of a limit begins at the user's midnight", () => {
    expect(localDayStartMs("Africa/Nairobi", at("2026-03-10T20:59"))).toBe(at("2026-03-09T21:00"));
    expect(localDayStartMs("Africa/Nairobi", at("2026-03-10T21:00"))).toBe(at("2026-03-10T21:00"));
  });
});
