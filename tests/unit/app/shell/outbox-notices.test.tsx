// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { act, cleanup } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useOutboxNotices } from "../../../../src/app/shell/use-outbox-notices.ts";
import { SYNC } from "../../../../src/messages/offline/sync.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const noSteps = () => undefined;
const FAILING = { queueWait: { why: "busy" as const, untilMs: 9 } };

function Notices() {
  useOutboxNotices(noSteps, "");
  return null;
}

beforeEach(() => toastStore.setState({ toasts: [] }));
afterEach(cleanup);

const said = () => toastStore.getState().toasts.map(({ message }) => message);

it.each(["has completed them", "answers with an error"])(
  "say that offline actions are being sent, until the server %s",
  async (end) => {
    const { setOutbox, setSync } = renderScreen(<Notices />, {}, { address: "/" });
    act(() => setOutbox({ autoSentCount: 2 }));
    expect(said()).toEqual([SYNC.autoSent(2)]);
    act(() => (end === "has completed them" ? setOutbox({ autoSentCount: 0 }) : setSync(FAILING)));
    expect(said()).toEqual([]);
  },
);

it("do not say it while the server answers with errors", async () => {
  const { setOutbox, setSync } = renderScreen(<Notices />, {}, { address: "/" });
  act(() => setSync(FAILING));
  act(() => setOutbox({ autoSentCount: 2 }));
  expect(said()).toEqual([]);
});
