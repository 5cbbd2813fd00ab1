// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { fakeInsight } from "../../../support/client/fake-services.ts";
import { openInsights } from "./render-insights.tsx";

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const insights = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    fakeInsight({ insightId: String.fromCharCode(97 + at), fileCtimeMs: NOON_MS - at * 60_000 }),
  );
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const pressButton = (button: HTMLElement) => {
  button.focus();
  fireEvent.click(button);
};
const panel = () => screen.getByRole("complementary", { name: "Unsaved actions" });
const focused = () => document.activeElement;

async function openWithActions(address?: string) {
  const page = openInsights({ rows: insights(5), ...(address && { address }) });
  await waitFor(() => expect(page.order()).toHaveLength(5));
  await act(async () => {});
  for (const key of "jaff") {
    press(key);
    await act(async () => {});
  }
  await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(3));
  return page;
}

it("Undo keeps the focus and the next press of Enter, while keys act on the row that it led to", async () => {
  const page = await openWithActions();
  const undo = within(panel()).getByRole("button", { name: "Undo" });
  pressButton(undo);
  await waitFor(() => expect(page.outbox.getState().unsaved).toHaveLength(2));
  await act(async () => {});
  expect(focused()).toBe(undo);
  press("Enter");
  expect(document.querySelector("dialog")).toBeNull();
  press("x");
  await waitFor(() =>
    expect(page.outbox.getState().unsaved.at(-1)).toMatchObject({ insightId: "c", insightStatus: "archive" }),
  );
});

it("a line that is removed leaves the focus to the next one, the last line to the list", async () => {
  const page = await openWithActions();
  const lines = () => [...panel().querySelectorAll<HTMLElement>("[data-unsaved]")];
  const remove = (line: HTMLElement | undefined) =>
    within(line as HTMLElement).getByRole("button", { name: /^Remove:/ });
  pressButton(remove(lines()[1]));
  await waitFor(() => expect(lines().map(({ dataset }) => dataset.unsaved)).toEqual(["c", "a"]));
  expect(focused()).toBe(remove(lines()[1]));
  pressButton(remove(lines()[1]));
  await waitFor(() => expect(lines()).toHaveLength(1));
  expect(focused()).toBe(remove(lines()[0]));
  pressButton(remove(lines()[0]));
  await waitFor(() => expect(page.outbox.getState().unsaved).toEqual([]));
  const list = within(panel()).getByRole("region", { name: "Actions not yet saved" });
  expect(focused()).toBe(list);
  press("Enter");
  await act(async () => {});
  expect(document.querySelector("dialog")).toBeNull();
});

it("a list that a key has emptied leaves the focus to what there is to do next", async () => {
  const rows = [...insights(3), fakeInsight({ insightId: "x", className: "empty" })];
  const page = openInsights({ rows, address: "/?tab=insights&class=empty" });
  await waitFor(() => expect(page.order()).toEqual(["x"]));
  await act(async () => {});
  press("j");
  press("x");
  const next = await screen.findByRole("button", { name: "Show the 3 not reviewed" });
  await waitFor(() => expect(focused()).toBe(next));
});

it.each(["", "&view=scroll"])(
  "chosen rows that a key has archived leave the focus to the row in the place of the current one: '%s'",
  async (view) => {
    const page = openInsights({ rows: insights(8), address: `/?tab=insights${view}` });
    await waitFor(() => expect(page.order()).toHaveLength(8));
    await act(async () => {});
    for (const key of ["j", "j", " ", "j", " ", "x"]) {
      press(key);
      await act(async () => {});
    }
    await waitFor(() => expect(page.order()).toEqual(["a", "d", "e", "f", "g", "h"]));
    await waitFor(() => expect(focused()).toBe(page.row("e")));
  },
);
