import { expect, it } from "vitest";
import { within } from "../../../../server/db/within.ts";

it("has the answer of work that ends in time, and nothing of work that fails or takes longer", async () => {
  expect(await within(60_000, Promise.resolve("mark"))).toBe("mark");
  expect(await within(60_000, Promise.reject(new Error("full")))).toBeNull();
  expect(await within(5, new Promise(() => undefined))).toBeNull();
});
