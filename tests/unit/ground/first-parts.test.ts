// @vitest-environment jsdom
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it } from "vitest";

const SCRIPT = readFileSync("public/first-parts.js", "utf8");
const PARTS = {
  initial: "dashboard",
  all: ["/person.js", "/person.css"],
  tabs: { dashboard: ["/dashboard.js"], insights: ["/insights.js"] },
};

beforeEach(() => {
  localStorage.clear();
  document.head.innerHTML = `<meta name="first-parts" content='${JSON.stringify(PARTS)}'>`;
});

/** Runs the script on a page of this address; returns what it asked for. */
function askedAt(address: string): string[] {
  history.replaceState(null, "", address);
  new Function(SCRIPT)();
  return [...document.head.querySelectorAll("link")].map(
    (link) => `${link.rel} ${link.getAttribute("href")}`,
  );
}

describe("asking for the parts of the first screen", () => {
  it("asks for those of the tab in the address, where somebody is signed in", () => {
    localStorage.setItem("authToken", "Bearer t");
    expect(askedAt("/?tab=insights&q=fox")).toEqual([
      "modulepreload /person.js",
      "preload /person.css",
      "modulepreload /insights.js",
    ]);
  });

  it("asks for those of the initial tab, and of other tabs for what all need", () => {
    localStorage.setItem("authToken", "Bearer t");
    expect(askedAt("/")).toContain("modulepreload /dashboard.js");
    for (const link of document.head.querySelectorAll("link")) link.remove();
    expect(askedAt("/?tab=groups")).toEqual(["modulepreload /person.js", "preload /person.css"]);
  });

  it("asks for nothing where nobody is signed in, or the address is none of theirs", () => {
    expect(askedAt("/?tab=insights")).toEqual([]);
    localStorage.setItem("authToken", "Bearer t");
    expect(askedAt("/resetpassword")).toEqual([]);
  });
});
