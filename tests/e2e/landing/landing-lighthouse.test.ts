import { describe, expect, it } from "vitest";
import { runLighthouse } from "../../support/browser/lighthouse.ts";
import { skippedWithoutChromium, useServer } from "../../support/browser/stage.ts";

const skipped = skippedWithoutChromium("Lighthouse on the public page");

describe.skipIf(skipped)("the public page under Lighthouse", () => {
  const server = useServer();

  // Performance depends on the machine; `npm run bench -- landing` measures it beside an empty page.
  it("has at least 95 points for accessibility, best practices and SEO", async () => {
    const { scores, faults } = await runLighthouse(`${server.url}/landing`, [
      "accessibility",
      "best-practices",
      "seo",
    ]);
    expect(Object.keys(scores).sort()).toEqual(["accessibility", "best-practices", "seo"]);
    for (const [category, score] of Object.entries(scores))
      expect(score, `${category}: ${faults.join("; ")}`).toBeGreaterThanOrEqual(95);
  });
});
