import { describe, expect, it } from "vitest";
import { smsText } from "../../../../src/domain/notification/sms-text.ts";

const LINK = "https://example.org/?image=7";

describe("a text message", () => {
  it("is its words and its link", () => {
    expect(smsText("Wolf at Camp 3.", LINK)).toBe(`Wolf at Camp 3. ${LINK}`);
    expect(smsText("Your code is 123456.", null)).toBe("Your code is 123456.");
  });

  it("shortens its words to 160 letters, never its link", () => {
    const whole = "a".repeat(160 - LINK.length - 1);
    expect(smsText(whole, LINK)).toBe(`${whole} ${LINK}`);
    const cut = smsText(`${whole}b`, LINK);
    expect(cut).toHaveLength(160);
    expect(cut).toBe(`${whole.slice(0, -3)}... ${LINK}`);
  });

  it("leaves out accents that a text message does not have, and no other letters", () => {
    expect(smsText("Écureuil à l’Île – ñandú", null)).toBe("Écureuil à l'Ile - ñandu");
    expect(smsText("Löwe “Leo”…", null)).toBe('Löwe "Leo"...');
    expect(smsText("рысь", null)).toBe("рысь");
  });

  it("cuts off spaces before the dots", () => {
    expect(smsText(`${"a".repeat(156)} bcd ef`, null)).toBe(`${"a".repeat(156)}...`);
  });
});
