import { describe, expect, it } from "vitest";
import { isCommonPassword, isGoodPassword, passwordFaults } from "../../../../src/domain/account/password.ts";

describe("the rule for passwords", () => {
  it.each([
    ["Fern-Mos", ["length"]],
    ["Fern-Moss", []],
    ["fern-and-moss", ["upper"]],
    ["FERN-AND-MOSS", ["lower"]],
    ["FernAndMoss7", ["special"]],
    ["Fern And Moss", ["special"]],
    ["Ärger-im-Wald", []],
    ["", ["length", "upper", "lower", "special"]],
    [`Aa!${"x-Y".repeat(66)}`, ["length"]],
    [`Aa!${"x-Y".repeat(65)}zz`, []],
  ])("finds in %j what it lacks: %j", (password, faults) => {
    expect(passwordFaults(password)).toEqual(faults);
  });

  it("counts characters as people do, not code units", () => {
    expect(passwordFaults("Aa!🦊🦊🦊🦊🦊")).toEqual(["length"]);
    expect(passwordFaults("Aa!🦊🦊🦊🦊🦊🦊")).toEqual([]);
  });

  it.each([
    "Password1!",
    "P@ssw0rd!",
    "P@$$w0rd2024!",
    "pass-WORD-123",
    "Passw0rd!Passw0rd!",
    "!!Welcome2024!!",
    "Qwertyuiop1!",
    "1Q2w3e4r5t!",
    "Iloveyou!!",
    "Adm1n1strator!",
    "Aaaaaaaaaa!",
    "Abababababab!",
    "Summer2025!",
    "Trustno1!!",
    "Letmein-2023",
    "12P@ssword!",
    "99Zaq12wsx99!!!",
    "P-a-s-s-w-0-r-d1",
    "P!assw0rd12",
    "Pass2word!",
    "M4tthew!!",
    "8utterfly!",
    "Sw33theart!",
    "Dra6onball!",
    "Pr!ncess-1",
    "Pr1ncess-2",
    "Pa55word!!",
    "Bu77erfly!",
    "Bu++erfly1",
    "$unshine!",
    "Cat-4711-81",
  ])("refuses %s as a common one in disguise", (password) => {
    expect(isCommonPassword(password)).toBe(true);
    expect(isGoodPassword(password)).toBe(false);
  });

  it.each(["Understory-Demo-1!", "Fern-and-Moss-7", "Summer-of-the-Heron", "Tr0ub4dor&3x", "xK9#mQ2$vL"])(
    "takes %s",
    (password) => {
      expect(isGoodPassword(password)).toBe(true);
    },
  );

  it.each(["Cat-4711-815", "Monkeyheronx!", "Bxaaaaaaaa!", "Aaaaaaaabx!"])(
    "takes %s, where the common part is a small one",
    (password) => {
      expect(isCommonPassword(password)).toBe(false);
    },
  );

  it("refuses the current password as the new one", () => {
    expect(passwordFaults("Fern-and-Moss-7", "Fern-and-Moss-7")).toEqual(["same"]);
    expect(isGoodPassword("Fern-and-Moss-7", "Lichen-on-Bark-9")).toBe(true);
  });
});
