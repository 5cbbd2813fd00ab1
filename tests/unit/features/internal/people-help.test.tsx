// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { PeopleTab } from "../../../../src/features/internal/people-help.tsx";
import { INTERNAL } from "../../../../src/messages/internal/internal.ts";
import type { Http, HttpCall } from "../../../../src/platform/http.ts";
import { dismissToast, toastStore } from "../../../../src/state/toast-store.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const { people: TEXT } = INTERNAL;

afterEach(() => {
  for (const { id } of toastStore.getState().toasts) dismissToast(id);
  cleanup();
});

describe("help for people, in Internal", () => {
  it("says so where the browser does not copy an invitation's link, as without https", async () => {
    const invite = {
      code: "c0de",
      link: "http://server/signup?invite=c0de",
      expiresAt: "2026-12-01T00:00:00Z",
    };
    const http = {
      call: async ({ method }: HttpCall<unknown>) => ({
        kind: "answer",
        value: { message: method === "POST" ? invite : [] },
        protocol: 1,
      }),
    } as unknown as Http;
    renderScreen(<PeopleTab />, { http }, { address: "/?tab=internal&part=people" });
    await act(async () => fireEvent.click(screen.getByRole("button", { name: TEXT.makeInvite })));
    await act(async () => fireEvent.click(screen.getByRole("button", { name: TEXT.copy })));
    expect(toastStore.getState().toasts.map(({ message }) => message)).toEqual([TEXT.copyFailed]);
    expect(screen.getByText(invite.link)).toBeTruthy();
  });
});
