import { describe, expect, it } from "vitest";
import { CLEAR_PHRASE, confirmsClear } from "../../../../src/domain/device/clear-confirmation.ts";

describe("the confirmation of a clear", () => {
  const typed = (deviceId: string, phrase: string) => confirmsClear({ deviceId, phrase }, "SENT-7");

  it("is accepted with the id of the Sentinel and the phrase, both exactly", () => {
    expect(CLEAR_PHRASE).toBe("I Understand");
    expect(typed("SENT-7", "I Understand")).toBe(true);
  });

  it.each(["", "sent-7", "SENT-7 ", " SENT-7", "SENT-70", "SENT-"])(
    "is refused with the id %j",
    (deviceId) => {
      expect(typed(deviceId, "I Understand")).toBe(false);
    },
  );

  it.each(["", "I understand", "i understand", "I Understand.", " I Understand", "I  Understand"])(
    "is refused with the phrase %j",
    (phrase) => {
      expect(typed("SENT-7", phrase)).toBe(false);
    },
  );
});
