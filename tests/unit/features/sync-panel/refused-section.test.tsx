// @vitest-environment jsdom
import "fake-indexeddb/auto";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import { ALERT_STATUS } from "../../../../src/domain/alert/alert-step.ts";
import type { RefusedItem, UnsavedAction } from "../../../../src/domain/outbox/projection.ts";
import { RefusedSection } from "../../../../src/features/sync-panel/refused-section.tsx";
import { createFakeServices } from "../../../support/client/fake-services.ts";
import { fakeAlert } from "../../../support/server/fleet-world.ts";

afterEach(cleanup);

const refused = (id: string): RefusedItem => ({
  id,
  insightId: id,
  deviceId: "d",
  insightStatus: "archive",
  outcome: "overrode",
  by: "ben",
  atMs: 1,
});
const unsaved = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `u${at}`, insightId: `u${at}` }) as UnsavedAction);
const LITERAL = /You've hit the 1000 insight update limit/;
const button = (name: string) => screen.findByRole("button", { name });

function open(waiting: number) {
  const items = [refused("1"), refused("2"), refused("3")];
  const services = createFakeServices({ rows: [], outbox: { refused: items, unsaved: unsaved(waiting) } });
  render(
    <ServicesProvider services={services}>
      <RefusedSection onClose={() => undefined} />
    </ServicesProvider>,
  );
  return services;
}

describe("what was refused, tried again past the cap of the list", () => {
  it("is agreed to first, and then goes as the list's own steps do: saved and continued [INS-46, INS-47]", async () => {
    const services = open(998);
    fireEvent.click(await button("Try all again"));
    expect(await screen.findByText(LITERAL)).toBeTruthy();
    expect(screen.getByText(/nothing was done yet for 3 insights/)).toBeTruthy();
    expect(services.calls).toEqual([]);
    fireEvent.click(await button("Try 3 again"));
    expect(await screen.findByText(/Back in your list/)).toBeTruthy();
    expect(services.calls).toEqual(["retry 1 2 3 past the cap"]);
    expect(screen.queryByText(LITERAL)).toBeNull();
  });

  it("stays as it is where the person does not want that now", async () => {
    const services = open(998);
    fireEvent.click(await button("Try all again"));
    fireEvent.click(await button("Not now"));
    await waitFor(() => expect(screen.queryByText(LITERAL)).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 3 }));
    expect(services.calls).toEqual([]);
    expect(screen.getAllByRole("listitem")).toHaveLength(3);
  });

  it("asks nothing where the list has room", async () => {
    const services = open(997);
    fireEvent.click(await button("Try all again"));
    expect(await screen.findByText(/Back in your list/)).toBeTruthy();
    expect(services.calls).toEqual(["retry 1 2 3"]);
  });
});

describe("the whole list of what was refused", () => {
  it("is dismissed by a second press of Enter, for which the question takes the focus, but not by a key that is held", async () => {
    const services = open(0);
    const ask = await button("Dismiss all 3");
    ask.focus();
    fireEvent.click(ask);
    const sure = await button("Forget the whole list?");
    expect(document.activeElement).toBe(sure);
    expect(fireEvent.keyDown(sure, { key: "Enter", repeat: true })).toBe(false);
    expect(fireEvent.keyDown(sure, { key: "Enter" })).toBe(true);
    expect(services.calls).toEqual([]);
    fireEvent.click(sure);
    await waitFor(() => expect(services.calls).toEqual(["dismiss 1 2 3"]));
  });
});

describe("what an account may not do any more", () => {
  it("is said with the server's sentence, and trying again says why that is not possible", async () => {
    const said = "Your account may not do this.";
    const items = [1, 2].map((id) => ({ ...refused(String(id)), outcome: "notAllowed" as const, said }));
    const services = createFakeServices({ rows: [], outbox: { refused: items } });
    const outbox = { ...services.outbox, retryOutcomes: async () => "forbidden" as const };
    render(
      <ServicesProvider services={{ ...services, outbox }}>
        <RefusedSection onClose={() => undefined} />
      </ServicesProvider>,
    );
    expect(await screen.findAllByText(/your account may not change insights/)).toHaveLength(2);
    expect(screen.getAllByText(`The server says: ${said}`)).toHaveLength(2);
    fireEvent.click(await button("Try all again"));
    expect(await screen.findByText(/cannot be tried again now/)).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });
});

describe("what was applied over somebody", () => {
  it("is told as applied, with the status that it replaced and whose that was", async () => {
    const services = open(0);
    services.setOutbox({
      refused: [
        { ...refused("1"), replaced: "favorite" },
        { ...refused("2"), replaced: "none", by: "ada" },
      ],
    });
    expect(await screen.findByRole("heading", { name: "Saved over others" })).toBeTruthy();
    expect(screen.getByText("Archive was saved over Favorite by ben")).toBeTruthy();
    expect(screen.getByText("Archive was saved over a cleared status by you, elsewhere")).toBeTruthy();
    expect(screen.getAllByText("Saved")).toHaveLength(2);
    expect(screen.queryByText(/Not saved|You wanted/)).toBeNull();
    services.setOutbox({ refused: [refused("1"), { ...refused("2"), outcome: "gone" }] });
    expect(await screen.findByRole("heading", { name: "Not saved, or saved over others" })).toBeTruthy();
    expect(screen.getByText("Archive was saved over a newer status by ben")).toBeTruthy();
  });

  it("stands without an empty frame where its picture cannot be had", async () => {
    open(0);
    await screen.findByRole("heading", { level: 3 });
    expect(document.querySelector("li > span")).toBeNull();
  });
});

describe("a refusal whose subject is not on this device", () => {
  it("names it as the person saw it: the insight by class, Sentinel and time, the alert by Sentinel and time, the Sentinel by its id (promise A8, fault 33)", async () => {
    const services = open(0);
    const seen = { timeStampMs: Date.UTC(2026, 10, 21, 7, 58, 11), fileCtimeMs: null, className: "lynx" };
    const write = {
      by: null,
      atMs: null,
      base: "new",
      outcome: "gone",
      insightId: "77",
      deviceId: "cam-8",
    } as const;
    services.setOutbox({
      refused: [
        { ...refused("1"), outcome: "gone", deviceId: "cam-7", seen },
        {
          ...write,
          id: "step",
          kind: ALERT_STATUS,
          value: "acknowledged",
          seen: { created_at: "2026-11-20T06:00:00.000Z" },
        },
        { ...write, id: "edit", kind: "deviceEdit", value: { preferred_name: "Ford" }, insightId: "cam-9" },
      ],
    });
    const items = async () =>
      (await screen.findAllByRole("listitem")).map(({ textContent }) => textContent ?? "");
    await waitFor(async () =>
      expect((await items())[0]).toMatch(/^Lynx · cam-7 · 21 Nov 2026, 07:58:11 UTC/),
    );
    expect((await items())[1]).toMatch(/ · cam-8 · 20 Nov 2026, 06:00:00 UTC/);
    expect((await items())[2]).toMatch(/ · cam-9/);
    expect(screen.getByRole("button", { name: "Dismiss Lynx" })).toBeTruthy();
  });
});

describe("a step of an alert that was refused", () => {
  it("says which alert and why, leads to it, and can be tried again unless it is gone", async () => {
    const step = (insightId: string, outcome: "gone" | "notAccepted"): RefusedItem => ({
      id: `alerts:${insightId}`,
      insightId,
      deviceId: "cam-1",
      kind: ALERT_STATUS,
      value: "acknowledged",
      base: "new",
      outcome,
      by: null,
      atMs: null,
    });
    const services = createFakeServices({
      rows: [],
      alerts: [fakeAlert({ id: "5" })],
      outbox: { refused: [step("5", "notAccepted"), step("6", "gone")] },
    });
    render(
      <ServicesProvider services={services}>
        <RefusedSection onClose={() => undefined} />
      </ServicesProvider>,
    );
    const [there, gone] = await screen.findAllByRole("listitem");
    await screen.findByText("Battery of 5 is low");
    expect(there?.textContent).toContain("the server did not accept it. You wanted: Acknowledged Alert");
    expect(there?.querySelector("a")?.getAttribute("href")).toBe("/?tab=alerts&alert=5");
    expect(gone?.textContent).toContain("An alert that is not on this device");
    expect(gone?.querySelector("a")).toBeNull();
    fireEvent.click(await button("Try again: Battery of 5 is low"));
    await waitFor(() => expect(services.calls).toEqual(["retry alerts:5"]));
  });
});
