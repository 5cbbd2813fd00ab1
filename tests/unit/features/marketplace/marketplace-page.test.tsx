// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import { MarketplacePage } from "../../../../src/features/marketplace/marketplace-page.tsx";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import type { MarketModel } from "../../../../src/protocol/shapes.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeServices, type FakeWorld } from "../../../support/client/fake-services.ts";

const market = (alg_id: string, name: string, change: Partial<MarketModel> = {}): MarketModel => ({
  alg_id,
  name,
  alg_name: name,
  description: `About ${name}`,
  author: "The lab",
  framework: "YOLOv5",
  image_path: null,
  classes: ["fox", "deer", "boar", "bear", "wolf", "lynx"].map((label, class_id) => ({
    class_id,
    label,
    original_label: label === "fox" ? "Vulpes vulpes" : label,
  })),
  inAccount: false,
  ...change,
});
const MODELS = [
  market("4", "Mammals"),
  market("5", "Herons", {
    framework: "2StageClassifier",
    author: null,
    description: null,
    classes: [{ class_id: 0, label: "heron", original_label: "heron" }],
    inAccount: true,
  }),
];

type Outcome = HttpOutcome<unknown>;

function open(world: Partial<FakeWorld> = {}, address = "/?tab=marketplace") {
  window.matchMedia = (media) =>
    Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  const calls: { call: HttpCall<unknown>; answer(outcome: Outcome): void }[] = [];
  const files = {
    answer: async (): Promise<Response> => new Response(null, { status: 503 }),
    asked: [] as string[],
  };
  const http = {
    call: (call: HttpCall<unknown>) =>
      new Promise<Outcome>((resolve) => calls.push({ call, answer: resolve })),
    open: ({ path }: { path: string }) => {
      files.asked.push(path);
      return files.answer();
    },
  } as unknown as Http;
  const services = createFakeServices({ rows: [], http, ...world });
  const location = memoryLocation({ path: address, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ServicesProvider services={services}>
        <MarketplacePage />
      </ServicesProvider>
    </Router>,
  );
  return { calls, files, services, history: location.history };
}

const answer = (value: unknown): Outcome => ({ kind: "answer", value: { message: value }, protocol: 1 });

async function openList(
  models: readonly MarketModel[] = MODELS,
  world: Partial<FakeWorld> = {},
  address?: string,
) {
  const page = open(world, address);
  await waitFor(() => expect(page.calls).toHaveLength(1));
  await act(async () => page.calls[0]?.answer(answer(models)));
  return page;
}

const cards = () =>
  within(screen.getByRole("list", { name: "Public models" }))
    .getAllByRole("heading")
    .map(({ textContent }) => textContent?.split(",")[0]);
const cardOf = (name: string) =>
  within(screen.getByRole("heading", { name: new RegExp(`^${name}`) }).closest("li") as HTMLElement);
const toasts = () => toastStore.getState().toasts.map(({ message }) => message);

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
  toastStore.setState({ toasts: [] });
});

describe("the marketplace", () => {
  it("lists the public models with what they tell apart [MKT-01] [MKT-08]", async () => {
    const { calls } = await openList();
    expect(calls[0]?.call.path).toBe("/api/v2/marketplace/models");
    expect(cards()).toEqual(["Mammals", "Herons"]);
    expect(screen.getByText("2 public models")).toBeTruthy();
    const card = cardOf("Mammals");
    expect(card.getByText("Vulpes vulpes")).toBeTruthy();
    expect(card.getByText("+1")).toBeTruthy();
    expect(card.getByText("by The lab")).toBeTruthy();
  });

  it("marks what is in the account, and offers to add what is not [MKT-02] [MKT-03]", async () => {
    await openList();
    expect(cardOf("Herons").getByText("In your account")).toBeTruthy();
    expect(cardOf("Herons").queryByRole("button", { name: /^Add/ })).toBeNull();
    expect(cardOf("Mammals").getByRole("button", { name: "Add Mammals to your account" })).toBeTruthy();
  });

  it("moves a model into the account once the server has done so [MKT-04] [MKT-09]", async () => {
    const { calls, services } = await openList();
    fireEvent.click(cardOf("Mammals").getByRole("button", { name: /^Add/ }));
    expect(calls[1]?.call).toMatchObject({
      method: "POST",
      path: "/api/v2/marketplace/models",
      body: { modelId: "4" },
    });
    expect(cardOf("Mammals").queryByText("In your account")).toBeNull();
    await act(async () => calls[1]?.answer(answer({ ...MODELS[0], inAccount: true })));
    expect(cardOf("Mammals").getByText("In your account")).toBeTruthy();
    expect(toasts()).toEqual(["Mammals is in your account now."]);
    expect(services.calls).toContain("pullNow");
  });

  it("says why a model was not added, and offers it again", async () => {
    const { calls } = await openList();
    fireEvent.click(cardOf("Mammals").getByRole("button", { name: /^Add/ }));
    await act(async () => calls[1]?.answer({ kind: "unreachable", why: "timeout" }));
    expect(toasts()).toHaveLength(1);
    expect(cardOf("Mammals").getByRole<HTMLButtonElement>("button", { name: /^Add/ }).disabled).toBe(false);
  });

  it("says for six seconds that a download failed, with the model's id [MKT-05] [MKT-06]", async () => {
    const { files } = await openList();
    vi.useFakeTimers();
    fireEvent.click(cardOf("Mammals").getByRole("button", { name: "Download Mammals" }));
    await act(() => vi.advanceTimersByTimeAsync(0));
    expect(files.asked).toEqual(["/api/v2/marketplace/models/4/download"]);
    expect(toasts()).toEqual(["Download for model 4 failed. Please contact support."]);
    await act(() => vi.advanceTimersByTimeAsync(5_900));
    expect(toasts()).toHaveLength(1);
    await act(() => vi.advanceTimersByTimeAsync(200));
    expect(toasts()).toEqual([]);
  });

  it("gives the whole file under its own name, and no page of a portal or half a file (promise B6)", async () => {
    const { files } = await openList();
    const saved: string[] = [];
    URL.createObjectURL = () => "blob:model";
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const headers = {
      "content-type": "application/octet-stream",
      "content-disposition": "attachment; filename*=UTF-8''M%C3%A4mmals.tflite",
    };
    const press = () => fireEvent.click(cardOf("Mammals").getByRole("button", { name: "Download Mammals" }));
    files.answer = async () => new Response("12345", { headers: { ...headers, "content-length": "5" } });
    press();
    await waitFor(() => expect(saved).toEqual(["Mämmals.tflite"]));
    for (const bad of [
      new Response("12345", { headers: { ...headers, "content-length": "9" } }),
      new Response("<html>", { headers: { "content-type": "text/html" } }),
    ]) {
      toastStore.setState({ toasts: [] });
      files.answer = async () => bad;
      await waitFor(() =>
        expect(screen.getByRole<HTMLButtonElement>("button", { name: "Download Mammals" }).disabled).toBe(
          false,
        ),
      );
      press();
      await waitFor(() => expect(toasts()).toHaveLength(1));
    }
    expect(saved).toHaveLength(1);
  });

  it("searches in names, authors and animals, and filters by animal and framework, in the address", async () => {
    const { history } = await openList();
    fireEvent.change(screen.getByRole("searchbox", { name: "Search models" }), {
      target: { value: "LAB vulp" },
    });
    await waitFor(() => expect(cards()).toEqual(["Mammals"]));
    expect(screen.getByText("1 of 2 models")).toBeTruthy();
    fireEvent.change(screen.getByRole("searchbox", { name: "Search models" }), { target: { value: "" } });
    fireEvent.change(screen.getByRole("combobox", { name: "Framework" }), {
      target: { value: "2StageClassifier" },
    });
    await waitFor(() => expect(cards()).toEqual(["Herons"]));
    expect(history.at(-1)).toBe("/?tab=marketplace&framework=2StageClassifier");
    fireEvent.change(screen.getByRole("combobox", { name: "Animal" }), { target: { value: "deer" } });
    expect(await screen.findByText("No model matches")).toBeTruthy();
    fireEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
    await waitFor(() => expect(cards()).toEqual(["Mammals", "Herons"]));
  });

  it("opens with the filters of its address", async () => {
    await openList(MODELS, {}, "/?tab=marketplace&animal=heron");
    expect(cards()).toEqual(["Herons"]);
  });

  it("shows the details of a model: every animal, author, framework and description [MKT-07]", async () => {
    await openList();
    fireEvent.click(cardOf("Mammals").getByRole("button", { name: /Details of Mammals/ }));
    const dialog = within(screen.getByRole("dialog", { name: "Mammals" }));
    for (const text of ["6 classes", "About Mammals", "The lab", "YOLOv5", "4", "Lynx"]) {
      expect(dialog.getByText(text)).toBeTruthy();
    }
    expect(dialog.getByRole("button", { name: "Add Mammals to your account" })).toBeTruthy();
  });

  it("says that there is none yet where the list is empty", async () => {
    await openList([]);
    expect(screen.getByText("There are no public models yet")).toBeTruthy();
  });

  it("says what it needs offline, and disables what needs the server", async () => {
    const { services } = await openList();
    act(() => services.setSync({ phase: "offline" }));
    expect(
      screen.getByText("Adding and downloading models needs a connection. You are offline now."),
    ).toBeTruthy();
    for (const name of ["Add Mammals to your account", "Download Mammals"]) {
      expect(screen.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
    }
    cleanup();
    open({ sync: { phase: "offline" } });
    expect(screen.getByText("This needs a connection")).toBeTruthy();
  });
});
