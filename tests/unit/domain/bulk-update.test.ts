import { describe, expect, it } from "vitest";
import { BULK_STATUS, isFinalBulkStatus, KEY_RETENTION_MS } from "../../../src/domain/bulk-update.ts";
import { DAY_MS } from "../../../src/domain/time.ts";

describe("a bulk update", () => {
  it("ends as completed or as blocked", () => {
    const { processing, completed, waiting, blocked } = BULK_STATUS;
    expect([processing, completed, waiting, blocked].map(isFinalBulkStatus)).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it("is found by its key for 120 days", () => {
    expect(KEY_RETENTION_MS / DAY_MS).toBe(120);
  });
});
