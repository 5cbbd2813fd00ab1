// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { listInUse } from "../../../../src/ui/lists/offered-lists.ts";
import { fakeInsight } from "../../../support/client/fake-services.ts";
import { openInsights } from "./render-insights.tsx";

const press = (key: string, init = {}) => fireEvent.keyDown(document.body, { key, ...init });
const panel = () => screen.getByRole("complementary", { name: "Unsaved actions" });
const goOn = () => within(panel()).queryByRole("button", { name: "Archive 3" });
const offer = () => within(panel()).findByRole("button", { name: "Archive 3" });
const statusesOf = ({ outbox }: ReturnType<typeof openInsights>) =>
  outbox.getState().unsaved.map(({ insightId, insightStatus }) => `${insightId} ${insightStatus}`);

/** Three rows, of which a step past the cap is offered; with `listed`, 999 other actions are unsaved. */
async function offerAll({ listed }: { listed: boolean }) {
  const rows = ["a", "b", "c"].map((insightId, at) => fakeInsight({ insightId, fileCtimeMs: -at }));
  const page = openInsights({ rows, address: "/?tab=insights&archived=1" });
  await screen.findByText(/all on this device/);
  const others = Array.from({ length: 999 }, (_, at) => ({
    insightId: `other${at}`,
    deviceId: "1",
    base: "none" as const,
  }));
  await act(() => page.outbox.act(others, "archive"));
  press("j");
  press("a", { ctrlKey: true });
  press("x");
  await offer();
  if (!listed) await act(() => page.outbox.save());
  page.calls.length = 0;
  return page;
}

describe("a step past the cap that is offered", () => {
  it("is continued by Ctrl+Enter, once nothing else is to be saved", async () => {
    const page = await offerAll({ listed: true });
    press("Enter", { ctrlKey: true });
    await waitFor(() => expect(page.calls).toEqual(["save 999"]));
    expect(goOn()).toBeTruthy();
    expect(statusesOf(page)).toEqual([]);
    press("Enter", { ctrlKey: true });
    await waitFor(() => expect(statusesOf(page)).toEqual(["a archive", "b archive", "c archive"]));
    expect(goOn()).toBeNull();
    expect(screen.queryByText("3 selected")).toBeNull();
  });

  it("is not continued by a Ctrl+Enter that came before it was seen", async () => {
    const page = await offerAll({ listed: false });
    fireEvent.click(within(panel()).getByRole("button", { name: "Not now" }));
    page.outbox.act = async () => "capped";
    press("x");
    press("Enter", { ctrlKey: true });
    await offer();
    await waitFor(() => expect(page.calls).toEqual(["save 0"]));
    await act(async () => {});
    expect(goOn()).toBeTruthy();
  });

  it("is not continued by a Ctrl+Enter in the photo viewer, which covers it", async () => {
    const page = await offerAll({ listed: false });
    press("Enter");
    const viewer = await waitFor(() => {
      const dialog = document.querySelector("dialog[open]");
      if (dialog === null) throw new Error("the viewer is not open");
      return dialog;
    });
    fireEvent.keyDown(viewer, { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(page.calls).toEqual(["save 0"]));
    expect(statusesOf(page)).toEqual([]);
  });

  it("leads the commands of the palette, to continue or to leave it", async () => {
    const page = await offerAll({ listed: false });
    const commands = async () => (await listInUse()?.commands("")) ?? [];
    expect((await commands()).slice(0, 2).map(({ words }) => words)).toEqual([
      "Archive 3",
      "Not now: Archive 3",
    ]);
    const [, leave] = await commands();
    act(() => leave?.run());
    expect(goOn()).toBeNull();
    expect((await commands()).map(({ words }) => words)).not.toContain("Archive 3");
    press("x");
    await waitFor(() => expect(statusesOf(page)).toHaveLength(3));
  });

  it.each(["Archive 3", "Not now"])("gives the focus of “%s” to the current row", async (name) => {
    const page = await offerAll({ listed: false });
    const button = within(panel()).getByRole("button", { name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(goOn()).toBeNull());
    expect(document.activeElement).toBe(page.row("a"));
  });
});
