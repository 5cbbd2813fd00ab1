// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { InsightStatus } from "../../../../../src/domain/insight/insight.ts";
import { StatusTag } from "../../../../../src/features/insights/facts/status-tag.tsx";

afterEach(cleanup);

const tag = (status: InsightStatus | null, unsent: boolean) => {
  const { container } = render(<StatusTag status={status} unsent={unsent} />);
  return { words: container.textContent, clock: container.querySelector("svg.lucide-clock") };
};

describe("the tag of a status", () => {
  it.each([
    ["favorite", "Favorite"],
    ["none", "Not reviewed"],
    [null, "Mixed"],
  ] as const)("has a clock until the server has it: %s", (status, word) => {
    const unsent = tag(status, true);
    expect(unsent.words).toBe(`${word}, unsent`);
    expect(unsent.clock?.getAttribute("aria-hidden")).toBe("true");
    const saved = tag(status, false);
    expect(saved.words).toBe(word);
    expect(saved.clock).toBeNull();
  });
});
