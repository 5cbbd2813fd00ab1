// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import type { OfflineSet } from "../../../../src/domain/offline/offline-set.ts";
import { OfflineSetsInChip } from "../../../../src/features/sync-panel/sync-chip-later.tsx";
import { createFakeServices } from "../../../support/client/fake-services.ts";
import { NEW_PACK } from "../../offline-sets/offline-set-world.ts";

afterEach(cleanup);

const HALF: OfflineSet = { ...NEW_PACK, insights: 3, wanted: 4, fetched: 2 };
const READY: OfflineSet = { ...HALF, fetched: 4 };
const PARTLY: OfflineSet = { ...HALF, fetched: 3, failed: 1 };

function chip(...offlineSets: OfflineSet[]) {
  const services = createFakeServices({ rows: [], offlineSets });
  return (opened: boolean) => (
    <ServicesProvider services={services}>
      <OfflineSetsInChip opened={opened} />
    </ServicesProvider>
  );
}
const shown = async (words: string) => {
  const { dataset } = (await screen.findByText(words)).closest("[data-sets]") as HTMLElement;
  return { state: dataset.sets, announced: dataset.announced !== undefined };
};

describe("offline sets in the chip (hand 4)", () => {
  it("are a mark that a person may leave where all were ready when the page was opened", async () => {
    render(chip(READY)(false));
    expect(await shown("Ready for the field")).toEqual({ state: "ready", announced: false });
  });

  it("say how far they are, then that a person may leave until the panel was opened, and stay a mark", async () => {
    const { rerender } = render(chip(HALF, READY)(false));
    expect(await shown("Saving for offline, 50%")).toEqual({ state: "coming", announced: true });
    // For where only the mark has room.
    expect(screen.getByText("50%")).toBeTruthy();
    rerender(chip(READY, READY)(false));
    expect(await shown("Ready for the field")).toEqual({ state: "ready", announced: true });
    rerender(chip(READY, READY)(true));
    expect(await shown("Ready for the field")).toEqual({ state: "ready", announced: false });
    rerender(chip(READY, READY)(false));
    expect(await shown("Ready for the field")).toEqual({ state: "ready", announced: false });
  });

  it("say that something is missing, also where the panel was opened", async () => {
    const { rerender } = render(chip({ ...HALF, hold: "person" }, PARTLY)(true));
    expect(await shown("Not ready for the field")).toEqual({ state: "stopped", announced: true });
    rerender(chip(PARTLY, READY)(false));
    expect(await shown("Some photos missing")).toEqual({ state: "partly", announced: true });
  });

  it("are not named where there are none", () => {
    const { container } = render(chip()(false));
    expect(container.textContent).toBe("");
  });
});
