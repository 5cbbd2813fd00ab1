import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** Why tests on real data are skipped, or null where they run. Where CI=true, missing data is an error. */
export function whyNoSharedData(): string | null {
  if (existsSync(`${FOLDER}README.md`)) return null;
  const reason = "the shared data set (../shared/data) is not here";
  if (process.env.CI === "true") throw new Error(`Tests on real data cannot run: ${reason}.`);
  return reason;
}

let said = false;

/** Whether tests on real data run; prints once why they do not. For `describe.runIf`. */
export function hasSharedData(): boolean {
  const reason = whyNoSharedData();
  if (reason !== null && !said) {
    said = true;
    console.warn(`Skipped: tests on real data, because ${reason}.`);
  }
  return reason === null;
}

/** The path of a file or folder of the shared data set, such as "camtrap-dp/mica-0.1". */
export function sharedData(path: string): string {
  return FOLDER + path;
}
