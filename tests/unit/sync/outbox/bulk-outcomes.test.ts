import { expect, it } from "vitest";
import { readOutcomes } from "../../../../src/sync/outbox/bulk-outcomes.ts";

it("reads which status was replaced, where the server tells it in form", () => {
  const item = { insightId: "1", deviceId: "d", outcome: "overrode", by: "ben", at: 5 };
  const read = { insightId: "1", deviceId: "d", outcome: "overrode", by: "ben", atMs: 5 };
  expect(readOutcomes([{ ...item, replaced: "favorite" }, item, { ...item, replaced: "sold" }])).toEqual([
    { ...read, replaced: "favorite" },
    read,
    read,
  ]);
});
