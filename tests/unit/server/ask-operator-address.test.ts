import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { askOperatorAddress } from "../../../server/ask-operator-address.ts";
import { isEmail } from "../../../src/domain/validation.ts";
import { SERVER_MESSAGES } from "../../../src/messages/server/common-answers.ts";

const TEXT = SERVER_MESSAGES.operatorAddress;

/** One start of the server. @param typed the lines of the operator; null: no terminal */
async function start(typed: string | null, known: string | null = null) {
  let given = known;
  const input = Object.assign(new PassThrough(), { isTTY: typed !== null });
  const output = Object.assign(new PassThrough(), { isTTY: typed !== null });
  const address = {
    isGiven: async () => given !== null,
    give: async (text: string) => {
      if (isEmail(text.trim())) given = text.trim();
      return isEmail(text.trim());
    },
  };
  const asked = askOperatorAddress(address, { input, output }, new AbortController().signal);
  if (typed !== null) input.end(typed);
  await asked;
  return { given, said: String(output.read() ?? "") };
}

describe("the first start (promise B3)", () => {
  it("asks for the operator's address until one is given, and takes no other text for one", async () => {
    expect(await start("nobody\n ada@example.org \n")).toEqual({
      given: "ada@example.org",
      said: `${TEXT.question}${TEXT.again}${TEXT.given("ada@example.org")}\n`,
    });
  });

  it("leaves the question for later where the operator presses Enter", async () => {
    expect(await start("\n")).toEqual({ given: null, said: `${TEXT.question}${TEXT.unasked}\n` });
  });

  it("asks nothing without a terminal, and says how an address is given", async () => {
    expect(await start(null)).toEqual({ given: null, said: `${TEXT.unasked}\n` });
  });

  it("asks nothing where an address is given", async () => {
    expect(await start("eve@example.org\n", "ada@example.org")).toEqual({
      given: "ada@example.org",
      said: "",
    });
  });

  it("asks no further once the server ends", async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const ends = new AbortController();
    const address = { isGiven: async () => false, give: async () => false };
    const asked = askOperatorAddress(address, { input, output }, ends.signal);
    await new Promise((resolve) => output.once("readable", resolve));
    ends.abort();
    await asked;
    expect(String(output.read())).toBe(TEXT.question);
  });
});
