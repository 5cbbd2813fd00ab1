import { describe, expect, it } from "vitest";
import { readScannedCode } from "../../../../src/domain/device/scanned-code.ts";

describe("the code on a Sentinel", () => {
  it.each([
    ["SN-1001", "SN-1001", ""],
    ["  ridge_4.b \n", "ridge_4.b", ""],
    ["https://understory.example/add?device_id=SN-1001", "SN-1001", ""],
    ["https://understory.example/?tab=devices&device_id=SN%2D1001&claim_code=K7+4#x", "SN-1001", "K7 4"],
    ["https://understory.example/?device_id=Weir%20A&claim_code=K7", "Weir A", "K7"],
    ["https://understory.example/?device_id=a4:cf:12:6b:00:9e", "a4:cf:12:6b:00:9e", ""],
    ["A4:CF:12:6B:00:9E", "A4:CF:12:6B:00:9E", ""],
    [`https://understory.example/?device_id=${"x".repeat(1000)}`, "x".repeat(1000), ""],
  ])("is read: %s", (text, deviceId, claimCode) => {
    expect(readScannedCode(text)).toEqual({ deviceId, claimCode });
  });

  it.each([
    "",
    "WIFI:S:camp;T:WPA;P:secret;;",
    "https://example.org/parcel/77",
    "https://example.org/?device_id=",
    "https://example.org/?device_id=%E0%A4",
    "https://example.org/?device_id=%20",
    `https://example.org/?device_id=${"x".repeat(1001)}`,
    "two words",
    "tel:4411223344",
    "a4:cf:12",
    "x".repeat(201),
  ])("is told from another: %s", (text) => {
    expect(readScannedCode(text)).toBeNull();
  });
});
