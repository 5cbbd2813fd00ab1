// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { SyncChip } from "../../../../src/features/sync-panel/sync-chip.tsx";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

const SEALED = {
  batchId: "a",
  position: 1,
  count: 2,
  phase: "sealed",
  bulkId: null,
  status: null,
  sealedAtMs: 0,
} as const;

describe("the sync panel under its chip (promise B4)", () => {
  it.each([
    ["online", false, "Online", "Sealed, waiting for the server, tried again by itself"],
    ["online", true, "Not refreshed", "Sealed, waiting for the server, tried again by itself"],
    ["offline", false, "Offline", "Sealed, waiting for the connection"],
    ["signedOut", false, "Signed out", "Waiting until you sign in again"],
    ["unknown", false, "Connecting", "Sealed, waiting for the connection"],
  ] as const)(
    "says the same where the phase is %s and a refresh failed is %s",
    async (phase, failed, state, waits) => {
      const sync = { phase, failed, freshAtMs: 0, pulling: false, firstSync: null };
      const outbox = { batches: [SEALED], unsentCount: 2 };
      renderScreen(<SyncChip onReview={() => {}} onSignIn={() => {}} />, { sync, outbox }, { address: "/" });
      const chip = screen.getByRole("button");
      expect(within(chip).getByText(state)).toBeTruthy();
      fireEvent.click(chip);
      const panel = within(await screen.findByRole("dialog", { name: state }));
      expect(panel.getByText(waits)).toBeTruthy();
    },
  );
});
