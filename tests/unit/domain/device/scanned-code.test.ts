import { describe, expect, it } from "vitest";
import { readScannedCode } from "../../../../src/domain/device/scanned-code.ts";

describe("the code on a Sentinel", () => {
  it.each([
    ["SN-1001", "SN-1001", ""],
    ["  ridge_4.b \n", "ridge_4.b", ""],
    ["https://understory.example/add?device_id=SN-1001", "SN-1001", ""],
    ["https://understory.example/?tab=devices&device_id=SN%2D1001&claim_code=K7+4#x", "SN-1001", "K7 4"],
  ])("is read: %s", (text, deviceId, claimCode) => {
    expect(readScannedCode(text)).toEqual({ deviceId, claimCode });
  });

  it.each([
    "",
    "WIFI:S:camp;T:WPA;P:secret;;",
    "https://example.org/parcel/77",
    "https://example.org/?device_id=",
    "https://example.org/?device_id=%E0%A4",
    "two words",
    "x".repeat(201),
  ])("is told from another: %s", (text) => {
    expect(readScannedCode(text)).toBeNull();
  });
});
