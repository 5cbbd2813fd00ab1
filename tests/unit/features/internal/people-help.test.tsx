// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { PeopleTab } from "../../../../src/features/internal/people-help.tsx";
import { INTERNAL } from "../../../../src/messages/internal/internal.ts";
import { convertedOf, type Http, type HttpCall } from "../../../../src/platform/http.ts";
import { dismissToast, toastStore } from "../../../../src/state/toast-store.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const { people: TEXT } = INTERNAL;
const LINK = "https://camp.example.org/signup#invite=abc";
const ANSWERS: Record<string, unknown> = {
  "/api/internal/users": { message: [] },
  "/api/internal/invites": {
    message: { code: "abc", link: LINK, expiresAt: "2024-06-01T00:00:00.000Z" },
  },
};
const http: Http = {
  open: async () => Promise.reject(new TypeError("no connection")),
  image: async () => ({ kind: "unreachable", why: "network" }),
  async call<T, Out = T>(call: HttpCall<T, Out>) {
    const value = ANSWERS[call.path];
    if (!call.accept(value)) throw new Error(`no answer for ${call.path}`);
    return { kind: "answer", value: convertedOf(call, value), protocol: 1 };
  },
};

async function copyAnInvitation(clipboard: { writeText(text: string): Promise<void> } | undefined) {
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { clipboard }));
  renderScreen(<PeopleTab />, { http }, { address: "/?tab=internal&part=people" });
  fireEvent.click(screen.getByRole("button", { name: TEXT.makeInvite }));
  fireEvent.click(await screen.findByRole("button", { name: TEXT.copy }));
  await vi.waitFor(() => expect(toastStore.getState().toasts).not.toEqual([]));
  return toastStore.getState().toasts.map(({ tone, message }) => [tone, message]);
}

describe("the link of an invitation", () => {
  afterEach(() => {
    for (const { id } of toastStore.getState().toasts) dismissToast(id);
    cleanup();
    vi.unstubAllGlobals();
  });

  it("is copied, which is said", async () => {
    const copied: string[] = [];
    const said = await copyAnInvitation({ writeText: async (text) => void copied.push(text) });
    expect(said).toEqual([["ok", TEXT.copied]]);
    expect(copied).toEqual([LINK]);
  });

  it("says where the browser has no clipboard that it is copied by hand", async () => {
    expect(await copyAnInvitation(undefined)).toEqual([["error", TEXT.copyFailed]]);
    expect(screen.getByLabelText(TEXT.inviteLink).textContent).toBe(LINK);
  });
});
