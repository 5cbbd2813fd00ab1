// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import type { OfflineSet } from "../../../../src/domain/offline/offline-set.ts";
import { OfflineSetsSection } from "../../../../src/features/sync-panel/offline-sets-section.tsx";
import { OfflineSetProgress } from "../../../../src/parts/offline-set/offline-set-progress.tsx";
import { createFakeServices, type FakeWorld } from "../../../support/client/fake-services.ts";
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

const HALF: OfflineSet = {
  ...NEW_PACK,
  insights: 3,
  wanted: 4,
  fetched: 1,
  missing: 1,
  received: 2e6,
  stored: 2e6,
};

function open(world: Partial<FakeWorld>) {
  const services = createFakeServices({ rows: [], ...world });
  render(
    <ServicesProvider services={services}>
      <OfflineSetsSection onClose={() => undefined} />
    </ServicesProvider>,
  );
  return services;
}
const set = () => screen.findByRole("listitem", { name: "Mara" });

describe("the offline sets in the panel", () => {
  it.each<[string, Partial<OfflineSet>, Partial<FakeWorld>, RegExp]>([
    ["Downloading", {}, {}, /^2 of 4 thumbnails, 2 MB received\.$/],
    ["Downloading", { pictures: "photographs" }, {}, /^2 of 4 photos and thumbnails, 2 MB received\.$/],
    ["Downloading", { budget: 5e6 }, {}, /2 MB received, data limit 5 MB/],
    ["Preparing", { insights: null }, {}, /^Finding its insights/],
    ["Loading insights", {}, { retention: { complete: false } }, /^Downloading its insights/],
    [
      "Waiting",
      {},
      { sync: { phase: "offline" } },
      /continues when you are online. 2 thumbnails are not here yet/,
    ],
    ["Waiting", {}, { costlyLink: true }, /slow or metered/],
    ["Paused", { hold: "person" }, {}, /^2 of 4 thumbnails/],
    ["Data limit reached", { hold: "budget", budget: 5e6 }, {}, /at your data limit of 5 MB/],
    ["Device full", { hold: "full" }, {}, /Unsent work is safe/],
    ["Too large", { hold: "tooMany", insights: null }, {}, /20,000 insights/],
    ["Ready", { fetched: 3 }, {}, /no file for 1 thumbnail\./],
    ["Some missing", { fetched: 1, failed: 2 }, {}, /^2 thumbnails could not be downloaded/],
  ])("say '%s' %j", async (word, change, world, words) => {
    open({ offlineSets: [{ ...HALF, ...change }], ...world });
    const item = within(await set());
    item.getByText(word);
    item.getByText(words);
  });

  it("say that nothing is saved, and what it would be good for", async () => {
    open({});
    await screen.findByText(/^Nothing is saved for offline/);
    screen.getByRole("button", { name: "Save for offline" });
  });

  it("are paused, resumed, allowed more, tried again and removed, which is asked twice", async () => {
    const services = open({ offlineSets: [{ ...HALF, hold: null }] });
    const press = async (name: string | RegExp) =>
      fireEvent.click(await screen.findByRole("button", { name }));
    await press("Pause Mara");
    await waitFor(() => expect(services.calls).toEqual(["pause p"]));
    cleanup();
    const stopped = open({ offlineSets: [{ ...HALF, hold: "budget", budget: 5e6 }] });
    await press("Allow 5 MB more");
    await waitFor(() => expect(stopped.calls).toEqual(["allow p 10000000"]));
    await press("Remove Mara");
    expect(stopped.calls).toHaveLength(1);
    await press(/^Remove its photos/);
    await waitFor(() => expect(stopped.calls).toEqual(["allow p 10000000", "remove p"]));
    expect(screen.getByRole("status").textContent).toBe("Mara is removed from this device.");
  });

  it("lead to just their insights, as a list and for review", async () => {
    open({ offlineSets: [HALF] });
    const links = within(await set()).getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "/?tab=insights&archived=1&pack=p",
      "/?tab=insights&archived=1&pack=p&review=1",
    ]);
  });
});

describe("the dialog that saves a set", () => {
  const told = {
    kind: "estimated",
    estimate: {
      insights: 1_204,
      photos: 980,
      thumbnailBytes: 5e6,
      photographBytes: 400e6,
      more: { insights: 300, bytes: 9_000 },
    },
  } as const;
  const openDialog = async (world: Partial<FakeWorld>) => {
    const services = open(world);
    fireEvent.click(await screen.findByRole("button", { name: "Save for offline" }));
    const dialog = within(await screen.findByRole("dialog"));
    return {
      services,
      dialog,
      agree: () => dialog.getByRole<HTMLButtonElement>("button", { name: "Save" }),
    };
  };

  it("tells rows, photos and bytes before anybody agrees, and what else comes", async () => {
    const { services, dialog, agree } = await openDialog({ packControl: { estimate: async () => told } });
    expect(agree().disabled).toBe(true);
    await dialog.findByText("1,204 insights, 980 photos");
    dialog.getByText("about 5 MB");
    dialog.getByText("about 405 MB");
    dialog.getByText(/keeps 300 insights more, about 9 kB/);
    fireEvent.click(dialog.getByRole("radio", { name: /Full photos/ }));
    dialog.getByText(/^The photos need more than this/);
    // Beside the button too, since the limit may be out of sight.
    const [, , short] = dialog.getAllByRole("status");
    expect((short ?? dialog.getAllByRole("status").at(-1))?.textContent).toMatch(
      /^405 MB of photos, with a limit of 250 MB/,
    );
    fireEvent.click(agree());
    await waitFor(() => expect(services.calls).toHaveLength(1));
    expect(JSON.parse(services.calls[0]?.replace("add ", "") ?? "")).toEqual({
      name: "All groups, last 30 days",
      selection: { by: "choice", choice: { days: 30, groups: null, area: null } },
      pictures: "photographs",
      budget: 250e6,
      anyLink: false,
    });
    expect(await dialog.findByText("Saving for offline")).toBeTruthy();
    const [close] = dialog.getAllByRole("button", { name: "Close" });
    if (close) fireEvent.click(close);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it.each<[string, Partial<OfflineSet>, Partial<FakeWorld>]>([
    ["Saving for offline", {}, {}],
    ["Ready for the field", { fetched: 3 }, {}],
    ["Not ready for the field", {}, { sync: { phase: "offline" } }],
    ["Not ready for the field", { hold: "budget", budget: 5e6 }, {}],
    ["Some photos missing", { fetched: 1, failed: 2 }, {}],
  ])("says after saving where a person stands: '%s' (hand 4)", async (words, change, world) => {
    const services = createFakeServices({ rows: [], offlineSets: [{ ...HALF, ...change }], ...world });
    render(
      <ServicesProvider services={services}>
        <OfflineSetProgress packId="p" />
      </ServicesProvider>,
    );
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryByText(/^You may leave now/) === null).toBe(words !== "Ready for the field");
  });

  it.each<[string, string, Partial<OfflineSet>]>([
    ["Try again", "retry p", { fetched: 1, failed: 2 }],
    ["Allow 5 MB more", "allow p 10000000", { hold: "budget", budget: 5e6 }],
    ["Resume Mara", "resume p", { hold: "person" }],
  ])("offers beside it what to do about it: '%s' (hand 4)", async (name, call, change) => {
    const services = createFakeServices({ rows: [], offlineSets: [{ ...HALF, ...change }] });
    render(
      <ServicesProvider services={services}>
        <OfflineSetProgress packId="p" />
      </ServicesProvider>,
    );
    fireEvent.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(services.calls).toEqual([call]));
  });

  it("keeps the focus beside the button that disappears when it is pressed", async () => {
    const paused = createFakeServices({ rows: [], offlineSets: [{ ...HALF, hold: "person" }] });
    const shown = (services: typeof paused, sets: ReactElement) => (
      <ServicesProvider services={services}>{sets}</ServicesProvider>
    );
    for (const sets of [
      <OfflineSetProgress key="progress" packId="p" />,
      <OfflineSetsSection key="section" onClose={() => undefined} />,
    ]) {
      const { rerender } = render(shown(paused, sets));
      const resume = await screen.findByRole("button", { name: "Resume Mara" });
      resume.focus();
      fireEvent.click(resume);
      rerender(shown(createFakeServices({ rows: [], offlineSets: [HALF] }), sets));
      await waitFor(() => expect(resume.isConnected).toBe(false));
      expect(document.activeElement).not.toBe(document.body);
      cleanup();
    }
  });

  it("saves nothing whose size is not known, that is nothing, too much or no area", async () => {
    const unknown = await openDialog({});
    await unknown.dialog.findByText(/^The size is not known offline/);
    expect(unknown.agree().disabled).toBe(true);
    fireEvent.change(unknown.dialog.getByLabelText("North"), { target: { value: "5" } });
    unknown.dialog.getByText(/^Give all four bounds/);
    cleanup();
    const many = await openDialog({ packControl: { estimate: async () => ({ kind: "tooMany" }) } });
    await many.dialog.findByText(/more than 20,000/);
    expect(many.agree().disabled).toBe(true);
    cleanup();
    const none = { ...told, estimate: { ...told.estimate, insights: 0 } };
    const empty = await openDialog({ packControl: { estimate: async () => none } });
    await empty.dialog.findByText("There are no such insights.");
    expect(empty.agree().disabled).toBe(true);
  });

  it("lets pictures wait where the link is paid by volume, unless it is told otherwise", async () => {
    const { services, dialog, agree } = await openDialog({
      costlyLink: true,
      packControl: { estimate: async () => told },
    });
    await dialog.findByText("1,204 insights, 980 photos");
    dialog.getByText(/Photos wait for a better one/);
    fireEvent.click(dialog.getByRole("checkbox", { name: /such a connection/ }));
    fireEvent.click(agree());
    await waitFor(() => expect(services.calls[0]).toContain('"budget":20000000,"anyLink":true'));
  });
});
