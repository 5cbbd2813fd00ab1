import { expect, it } from "vitest";
import { sessionLabel } from "../../../../src/domain/account/session-label.ts";

const GECKO = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
  [
    "Chrome on Android",
    `Mozilla/5.0 (Linux; Android 14; Pixel 8) ${GECKO} Chrome/130.0.0.0 Mobile Safari/537.36`,
  ],
  ["Chrome on Windows", `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${GECKO} Chrome/130.0.0.0 Safari/537.36`],
  ["Edge on Windows", `Mozilla/5.0 (Windows NT 10.0) ${GECKO} Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0`],
  [
    "Edge on Android",
    `Mozilla/5.0 (Linux; Android 10) ${GECKO} Chrome/130.0 Mobile Safari/537.36 EdgA/130.0`,
  ],
  ["Opera on Linux", `Mozilla/5.0 (X11; Linux x86_64) ${GECKO} Chrome/129.0.0.0 Safari/537.36 OPR/115.0.0.0`],
  [
    "Samsung Internet on Android",
    `Mozilla/5.0 (Linux; Android 13; SM-S911B) ${GECKO} SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36`,
  ],
  ["Firefox on Linux", "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0"],
  [
    "Firefox on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 FxiOS/132.0 Mobile/15E148 Safari/605.1.15",
  ],
  [
    "Chrome on iPad",
    "Mozilla/5.0 (iPad; CPU OS 17_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/130.0 Mobile/15E148 Safari/604.1",
  ],
  [
    "Safari on iPhone",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 Version/17.6 Mobile/15E148 Safari/604.1",
  ],
  [
    "Safari on Mac",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.6 Safari/605.1.15",
  ],
  ["Chrome on ChromeOS", `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${GECKO} Chrome/130.0.0.0 Safari/537.36`],
])("calls a signed-in device %s", (label, userAgent) => {
  expect(sessionLabel(userAgent)).toBe(label);
});

it("calls a device by what is known of it, and has no name for one that says nothing", () => {
  expect(sessionLabel("Something on Android")).toBe("Android");
  expect(sessionLabel("Firefox/132.0")).toBe("Firefox");
  expect(sessionLabel("understory-script/1.0")).toBeNull();
  expect(sessionLabel("")).toBeNull();
  expect(sessionLabel(null)).toBeNull();
});
