// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { Popup } from "leaflet";
import { useState } from "react";
import { MapContainer } from "react-leaflet";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { devicesView } from "../../../../src/client/devices-view.ts";
import { SelectedPopup } from "../../../../src/features/map/card/selected-device.tsx";
import { NO_FILTER } from "../../../../src/features/map/map-filter.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";
import { fakeDevice } from "../../../support/server/fleet-world.ts";

/** Changes of size that were observed are told by the test. */
let tellSize = () => {};
beforeEach(() => {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onChange: () => void) {
        tellSize = onChange;
      }
      observe() {}
      disconnect() {
        tellSize = () => {};
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const [device] = devicesView([fakeDevice({ device_id: "7", display_name: "Ridge" })], [], new Map()).devices;

function MapWithPopup() {
  const [nowMs, setNowMs] = useState(0);
  const point = { id: "7", name: "Ridge", insights: 0, warnings: [], latitude: 1, longitude: 2 };
  return (
    <>
      <button type="button" onClick={() => setNowMs(nowMs + 60_000)}>
        a minute passes
      </button>
      <MapContainer center={[1, 2]} zoom={9}>
        {device && (
          <SelectedPopup
            {...{ device, point, nowMs }}
            filter={NO_FILTER}
            own={null}
            mayEdit
            onClose={() => undefined}
          />
        )}
      </MapContainer>
    </>
  );
}

describe("the popup of a Sentinel on the map", () => {
  it("is laid out anew, which may pan the map, where its size changes and not with each drawing", async () => {
    renderScreen(<MapWithPopup />, {}, { address: "/?tab=map" });
    await screen.findByRole("heading", { name: "Ridge", hidden: true });
    const updated = vi.spyOn(Popup.prototype, "update");
    fireEvent.click(screen.getByText("a minute passes"));
    fireEvent.click(screen.getByText("a minute passes"));
    expect(updated).not.toHaveBeenCalled();
    act(() => tellSize());
    await waitFor(() => expect(updated).toHaveBeenCalledOnce());
  });
});
