// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import type { OfflineSet } from "../../../../src/domain/offline/offline-set.ts";
import { OfflineSetButton } from "../../../../src/parts/offline-set/offline-set-button.tsx";
import { createFakeServices } from "../../../support/client/fake-services.ts";
import { NEW_PACK } from "../../offline-sets/offline-set-world.ts";

afterEach(cleanup);
beforeAll(() => {
  // jsdom has the element, not what it does.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const HALF: OfflineSet = { ...NEW_PACK, insights: 3, wanted: 4, fetched: 2 };
const READY: OfflineSet = { ...HALF, fetched: 4 };

const withSets = (...offlineSets: OfflineSet[]) => createFakeServices({ rows: [], offlineSets });
const inServices = (services: ReturnType<typeof withSets>) => (
  <ServicesProvider services={services}>
    <OfflineSetButton filter={{ showArchived: true }} groups={[]} disabled={false} narrow={false} />
  </ServicesProvider>
);
const button = (name: string) => screen.findByRole("button", { name });

it("'Save for offline' shows how far the set is that it started, until a person has seen its end (hand 4)", async () => {
  const coming = withSets(HALF);
  const { rerender } = render(inServices(coming));
  expect((await button("Saving for offline, 50%")).textContent).toBe("50%");
  coming.setSync({ phase: "offline" });
  expect((await button("Not ready for the field")).textContent).toBe("Not ready");
  coming.setSync({ phase: "online" });
  await button("Saving for offline, 50%");

  rerender(inServices(withSets(READY)));
  const ready = await button("Ready for the field");
  expect(ready.textContent).toBe("Ready");
  fireEvent.click(ready);
  const dialog = within(await screen.findByRole("dialog", { name: "Mara" }));
  await dialog.findByText("You may leave now. It opens without a connection.");
  await button("Save for offline");
});

it("'Save for offline' says nothing of a set that was ready before, and follows a new one (hand 4)", async () => {
  const { rerender } = render(inServices(withSets(READY)));
  await button("Save for offline");
  rerender(
    inServices(
      withSets(READY, { ...HALF, packId: "q", name: "Weir", insights: null, wanted: 0, fetched: 0 }),
    ),
  );
  fireEvent.click(await button("Saving for offline"));
  await within(await screen.findByRole("dialog", { name: "Weir" })).findByText(/^Finding its insights/);
  await button("Saving for offline");
});

it("'Save for offline' saves a further set while one is being fetched (hand 4)", async () => {
  render(inServices(withSets(HALF)));
  fireEvent.click(await button("Saving for offline, 50%"));
  const dialog = await screen.findByRole("dialog", { name: "Mara" });
  fireEvent.click(within(dialog).getByRole("button", { name: "Save another set" }));
  await within(await screen.findByRole("dialog", { name: "Save for offline" })).findByText(
    "All insights of the list, because no filter is set",
  );
  // The same dialog: it kept its focus trap and its step in the history.
  expect(dialog.isConnected).toBe(true);
});

it("'Save for offline' does not call a set ready whose photos failed (hand 4)", async () => {
  const { rerender } = render(inServices(withSets(HALF)));
  await button("Saving for offline, 50%");
  rerender(inServices(withSets({ ...READY, fetched: 3, failed: 1 })));
  const some = await button("Some photos missing");
  expect(some.textContent).toBe("Some missing");
  fireEvent.click(some);
  const dialog = within(await screen.findByRole("dialog", { name: "Mara" }));
  await dialog.findByText("You may leave without them, or try again first.");
  dialog.getByRole("button", { name: "Try again" });
});
