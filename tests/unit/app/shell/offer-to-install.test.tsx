// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { useOutboxNotices } from "../../../../src/app/shell/use-outbox-notices.ts";
import { installStore } from "../../../../src/state/install-store.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const noSteps = () => undefined;

function Notices() {
  useOutboxNotices(noSteps);
  return null;
}

afterEach(cleanup);

it("comes with the first save, not before (hand 13)", async () => {
  localStorage.clear();
  installStore.setState({ way: "prompt", putOff: false });
  const { outbox } = renderScreen(<Notices />, {}, { address: "/" });
  await act(async () => {
    await outbox.act([{ insightId: "1", deviceId: "cam", base: "none" }], "favorite");
  });
  // An offer that came too early would be here once its part is loaded.
  await act(() => import("../../../../src/features/install/offer-after-save.ts"));
  expect(toastStore.getState().toasts).toEqual([]);
  await act(() => outbox.save());
  await waitFor(() => expect(toastStore.getState().toasts).toMatchObject([{ action: { label: "Install" } }]));
});
