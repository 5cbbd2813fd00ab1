// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { charsKept, type Observation } from "../../../../../src/domain/insight/observation.ts";
import { InsightFacts } from "../../../../../src/features/insights/facts/insight-facts.tsx";
import { fakeInsight } from "../../../../support/client/fake-services.ts";
import { renderScreen } from "../../../../support/client/render-screen.tsx";

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

/** The names and texts of the facts, in their order. */
function shownFacts(observation: Observation | null): [string, string][] {
  renderScreen(<InsightFacts row={fakeInsight({ insightId: "a", observation })} />, {}, { address: "/" });
  return [...document.querySelectorAll("dt")].map(
    (name) => [name.textContent, name.nextElementSibling?.textContent ?? ""] as [string, string],
  );
}

describe("the facts of an insight", () => {
  it("show all that people noted of a sighting, each by its name and after the class (import 10)", () => {
    const facts = shownFacts({
      count: 12_000,
      sex: "female",
      lifeStage: "subadult",
      behavior: "foraging | vigilance",
      individual: "F-07",
      tags: "collared",
      observer: "Mwangi O.",
      comments: "Two lines:\nthe second, with <b>marks</b> & signs",
    });
    const first = facts.findIndex(([name]) => name === "Count");
    expect(facts.slice(first, first + 8)).toEqual([
      ["Count", "12,000"],
      ["Sex", "female"],
      ["Life stage", "subadult"],
      ["Behavior", "foraging | vigilance"],
      ["Individual", "F-07"],
      ["Tags", "collared"],
      ["Identified by", "Mwangi O."],
      ["Comments", "Two lines:\nthe second, with <b>marks</b> & signs"],
    ]);
    expect(document.querySelector("dd b")).toBeNull();
  });

  it("show the longest texts whole, and each of them in the direction of its letters", () => {
    const comments = "الذئب ".repeat(charsKept("comments")).slice(0, charsKept("comments")).trim();
    const facts = new Map(shownFacts({ individual: "x".repeat(charsKept("individual")), comments }));
    expect(facts.get("Individual")).toBe("x".repeat(200));
    expect(facts.get("Comments")).toBe(comments);
    const texts = [...document.querySelectorAll("dd [dir]")];
    expect(texts.map((text) => text.getAttribute("dir"))).toEqual(["auto", "auto"]);
  });

  it("name only what was noted, and nothing of an insight without notes", () => {
    const noted = shownFacts({ observer: "Eve" }).map(([name]) => name);
    cleanup();
    const without = shownFacts(null).map(([name]) => name);
    expect(noted.filter((name) => !without.includes(name))).toEqual(["Identified by"]);
    expect(without).toEqual(["Confidence", "Sentinel", "Time", "Received", "Delay", "Source", "Device ID"]);
  });
});
