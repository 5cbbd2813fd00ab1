import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { SERVER_MESSAGES } from "../src/messages/server/common-answers.ts";

const TEXT = SERVER_MESSAGES.operatorAddress;

export interface OperatorAddress {
  isGiven(): Promise<boolean>;
  /** @returns false where it is no e-mail address */
  give(address: string): Promise<boolean>;
}

interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
}

/**
 * Asks the operator, once the server runs, for the address that the support dialog names, as long as none is given.
 * Without a terminal it prints how to give one. An empty answer leaves the question for the next start.
 */
export async function askOperatorAddress(
  address: OperatorAddress,
  { input, output }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  if (await address.isGiven()) return;
  if (input.isTTY !== true || output.isTTY !== true) {
    output.write(`${TEXT.unasked}\n`);
    return;
  }
  // Without raw mode, Ctrl+C ends the server as it always does.
  const lines = createInterface({ input, output, terminal: false });
  signal.addEventListener("abort", () => lines.close(), { once: true });
  try {
    output.write(TEXT.question);
    for await (const line of lines) {
      if (line.trim() === "") break;
      if (await address.give(line)) {
        output.write(`${TEXT.given(line.trim())}\n`);
        return;
      }
      output.write(TEXT.again);
    }
    if (!signal.aborted) output.write(`${TEXT.unasked}\n`);
  } finally {
    lines.close();
  }
}
