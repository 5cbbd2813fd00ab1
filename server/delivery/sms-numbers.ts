import type { Config } from "../config.ts";

/** Whether text messages go to numbers with this beginning, as the operator has set. @param number E.164 */
export function mayText({ smsPrefixes }: Pick<Config, "smsPrefixes">, number: string): boolean {
  return smsPrefixes === null || smsPrefixes.some((prefix) => number.startsWith(prefix));
}
