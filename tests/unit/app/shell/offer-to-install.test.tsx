// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useLocation, useSearch } from "wouter";
import { useOutboxNotices } from "../../../../src/app/shell/use-outbox-notices.ts";
import { installStore } from "../../../../src/state/install-store.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { Dialog } from "../../../../src/ui/layout/dialog.tsx";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const noSteps = () => undefined;

let go: (address: string) => void = () => {};
function Notices() {
  [, go] = useLocation();
  useOutboxNotices(noSteps, useSearch());
  return null;
}

beforeEach(() => {
  localStorage.clear();
  toastStore.setState({ toasts: [] });
  installStore.setState({ way: "prompt", putOff: false });
});
afterEach(cleanup);

/** An offer that came too early would be here once its part is loaded. */
async function expectNoOffer() {
  await act(() => import("../../../../src/features/install/offer-after-save.ts"));
  expect(toastStore.getState().toasts).toEqual([]);
}
const expectOffer = () =>
  waitFor(() => expect(toastStore.getState().toasts).toMatchObject([{ action: { label: "Install" } }]));

it("comes with the first save, not before (hand 13)", async () => {
  const { outbox } = renderScreen(<Notices />, {}, { address: "/" });
  await act(async () => {
    await outbox.act([{ insightId: "1", deviceId: "cam", base: "none" }], "favorite");
  });
  await expectNoOffer();
  await act(() => outbox.save());
  await expectOffer();
});

it("waits until review mode is closed and the server takes the save, because it would lie over the notice (hand 13)", async () => {
  const failing = { queueWait: { why: "busy" as const, untilMs: 9 } };
  let review: (reviewing: boolean) => void = () => {};
  function Screen() {
    const [reviewing, setReviewing] = useState(true);
    review = setReviewing;
    return (
      <>
        <Notices />
        <Dialog open={reviewing} onClose={noSteps} title="Review" />
      </>
    );
  }
  const { outbox, setSync } = renderScreen(<Screen />, {}, { address: "/" });
  await act(async () => {
    await outbox.act([{ insightId: "1", deviceId: "cam", base: "none" }], "favorite");
    await outbox.save();
  });
  await expectNoOffer();
  act(() => setSync(failing));
  act(() => review(false));
  await expectNoOffer();
  act(() => setSync({ queueWait: null }));
  await expectOffer();
});

async function offered(address: string) {
  const { outbox } = renderScreen(<Notices />, {}, { address });
  await act(async () => {
    await outbox.act([{ insightId: "1", deviceId: "cam", base: "none" }], "favorite");
    await outbox.save();
  });
}

it("is put away by what opens over the screen, and by another tab, but not by a filter (hand 13)", async () => {
  await offered("/?tab=insights");
  await expectOffer();
  act(() => go("/?tab=insights&status=none"));
  await expectOffer();
  act(() => go("/?tab=map"));
  await expectNoOffer();
  cleanup();

  localStorage.clear();
  await offered("/?tab=insights");
  await expectOffer();
  renderScreen(<Dialog open onClose={noSteps} title="Filters" />, {}, { address: "/" });
  await expectNoOffer();
});

it("waits until the card of the map is closed, over whose actions it would lie (hand 13)", async () => {
  await offered("/?tab=map&device=SN-1001");
  await expectNoOffer();
  act(() => go("/?tab=map"));
  await expectOffer();
});
