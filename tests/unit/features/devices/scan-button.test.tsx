// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { DevicesPage } from "../../../../src/features/devices/devices-page.tsx";
import { ADD_DEVICE } from "../../../../src/messages/fleet/devices.ts";
import { SCAN } from "../../../../src/messages/fleet/scan.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const MEMBER = "member";
const STAFF = "staff";
const stop = vi.fn();

/** @param seen the texts of the codes, one frame each @param refusal the name of the camera's error */
function browserWithCamera(seen: readonly string[], refusal?: string): void {
  const frames = [...seen];
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = async () => ["qr_code"];
      detect = async () => frames.splice(0, 1).map((rawValue) => ({ rawValue }));
    },
  );
  const getUserMedia = async () => {
    if (refusal !== undefined) throw new DOMException("no camera", refusal);
    return { getTracks: () => [{ stop }] };
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.spyOn(HTMLMediaElement.prototype, "play").mockResolvedValue();
}

const openForm = () =>
  renderScreen(<DevicesPage role={MEMBER} />, {}, { address: "/?tab=devices&devices=add" });
const scan = async () => fireEvent.click(await screen.findByRole("button", { name: SCAN.title }));

describe("scanning the code of a Sentinel (hand 13)", () => {
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    stop.mockClear();
  });

  it("passes over other codes, fills in the Device ID and the claim code, and switches the camera off", async () => {
    browserWithCamera(["WIFI:S:camp;;", "https://a.example/?device_id=SN-7&claim_code=K7"]);
    openForm();
    await scan();
    await screen.findByText(SCAN.states.foreign);
    const field = await screen.findByLabelText<HTMLInputElement>("Device ID");
    await waitFor(() => expect(field.value).toBe("SN-7"));
    expect(screen.getByLabelText<HTMLInputElement>("Claim code").value).toBe("K7");
    expect(screen.queryByLabelText(SCAN.video)).toBeNull();
    expect(stop).toHaveBeenCalledOnce();
  });

  it("puts no claim code into a field that is not shown, where staff add one without an owner", async () => {
    browserWithCamera(["https://a.example/?device_id=SN-7&claim_code=K7"]);
    const http = createFakeHttp({});
    renderScreen(<DevicesPage role={STAFF} />, { http }, { address: "/?tab=devices&devices=add" });
    fireEvent.click(await screen.findByRole("checkbox", { name: ADD_DEVICE.unassigned }));
    await scan();
    const field = await screen.findByLabelText<HTMLInputElement>("Device ID");
    await waitFor(() => expect(field.value).toBe("SN-7"));
    fireEvent.click(screen.getByRole("button", { name: ADD_DEVICE.submit }));
    await waitFor(() =>
      expect(http.calls).toContain('POST /api/devices {"device_id":"SN-7","unassigned":true}'),
    );
  });

  it.each([
    ["NotAllowedError", SCAN.states.denied],
    ["NotFoundError", SCAN.states.missing],
    ["NotReadableError", SCAN.states.busy],
  ])("says what to do after %s", async (refusal, words) => {
    browserWithCamera([], refusal);
    openForm();
    await scan();
    await screen.findByText(words);
    fireEvent.click(screen.getByRole("button", { name: SCAN.type }));
    await waitFor(() => expect(screen.queryByText(words)).toBeNull());
  });

  it("is not offered where the browser reads no codes", async () => {
    openForm();
    await screen.findByLabelText("Device ID");
    await Promise.resolve();
    expect(screen.queryByRole("button", { name: SCAN.title })).toBeNull();
  });
});
