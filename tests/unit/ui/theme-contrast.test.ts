import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const css = readFileSync(join(import.meta.dirname, "../../../src/ui/tokens.css"), "utf8");

function rolesOf(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split("\n}", 1)[0] ?? "";
  return new Map(
    [...block.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name ?? "", value ?? ""]),
  );
}

const light = rolesOf(":root");
const THEMES = {
  light,
  dark: new Map([...light, ...rolesOf('[data-theme="dark"]')]),
  outdoor: new Map([...light, ...rolesOf('[data-theme="outdoor"]')]),
};

/** WCAG 2.2, relative luminance and contrast ratio. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const TEXT_PAIRS = [
  ["text", "bg"],
  ["text-2", "surface"],
  ["text-2", "sunken"],
  ["text-3", "bg"],
  ["text-3", "surface"],
  ["text-3", "sunken"],
  ["text-3", "hover"],
  ["on-primary", "primary"],
  ["primary-text", "primary-soft"],
  ["on-unsent", "unsent"],
  ["unsent-text", "unsent-soft"],
  ["unsent-text", "sunken"],
  ["on-danger", "danger"],
  ["danger-text", "danger-soft"],
  ["danger-text", "bg"],
  ["ok-text", "ok-soft"],
  ["on-inverse", "inverse"],
  ["box-line", "box-edge"],
  ["on-step-1", "step-1"],
  ["on-step-2", "step-2"],
  ["on-step-3", "step-3"],
] as const;
const MARK_PAIRS = [
  ["control", "surface"],
  ["focus", "bg"],
] as const;

describe.each(Object.entries(THEMES))("the %s theme", (_, roles) => {
  const ratio = (front: string, ground: string) => contrast(roles.get(front) ?? "", roles.get(ground) ?? "");

  it.each(TEXT_PAIRS)("keeps %s readable on %s", (front, ground) => {
    // The table of the design rounds to one place.
    expect(ratio(front, ground)).toBeGreaterThanOrEqual(4.45);
  });

  it.each(MARK_PAIRS)("keeps %s visible on %s", (front, ground) => {
    expect(ratio(front, ground)).toBeGreaterThanOrEqual(3);
  });
});
