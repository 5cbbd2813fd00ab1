// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AccountPage } from "../../../../src/features/account/account-page.tsx";
import { PROFILE } from "../../../../src/messages/account/profile.ts";
import { PASSWORD } from "../../../../src/messages/account/security.ts";
import { convertedOf, type Http, type HttpCall } from "../../../../src/platform/http.ts";
import { dismissToast, toastStore } from "../../../../src/state/toast-store.ts";
import { ADA } from "../../../support/client/fake-session.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

const refusal = { code: null, errors: {}, message: undefined, retryAfterMs: null };

/** Answers the writes of the account, or refuses each. */
function httpThat(goesWell: boolean): Http {
  const answers: Record<string, unknown> = {
    "/api/user": { userCredentials: ADA },
    "/api/user/image": { imageUrl: "/api/user/image/abc" },
    "/api/changePassword": { message: "ok" },
    "/api/sessions": { message: [] },
  };
  return {
    open: async () => Promise.reject(new TypeError("no connection")),
    image: async () => ({ kind: "unreachable", why: "network" }),
    async call<T, Out = T>(call: HttpCall<T, Out>) {
      const value = answers[call.path];
      if (goesWell && call.accept(value))
        return { kind: "answer", value: convertedOf(call, value), protocol: 1 };
      return { kind: "refusal", status: 500, refusal, protocol: 1 };
    },
  };
}

const shown = () => toastStore.getState().toasts.map(({ message }) => message);

async function saveProfile() {
  fireEvent.click(screen.getByRole("button", { name: PROFILE.save }));
}

async function chooseWrongFile() {
  const input = document.querySelector('input[type="file"]');
  if (input === null) throw new Error("no field for a file");
  fireEvent.change(input, { target: { files: [new File(["text"], "notes.txt", { type: "text/plain" })] } });
}

async function changePassword() {
  fireEvent.change(screen.getByLabelText(PASSWORD.current), { target: { value: "Fern-and-Moss-7" } });
  fireEvent.change(screen.getByLabelText(PASSWORD.next), { target: { value: "Lichen-on-Bark-9" } });
  fireEvent.click(screen.getByRole("button", { name: PASSWORD.change }));
}

describe("the notices of the account", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    for (const { id } of toastStore.getState().toasts) dismissToast(id);
    cleanup();
    vi.useRealTimers();
  });

  it.each([
    ["/?tab=account", true, saveProfile, PROFILE.saved],
    ["/?tab=account", false, saveProfile, PROFILE.saveFailed],
    ["/?tab=account", false, chooseWrongFile, PROFILE.photoFailed],
    ["/?tab=account&part=security", true, changePassword, PASSWORD.changed],
    ["/?tab=account&part=security", false, changePassword, "Error changing password (Something went wrong)"],
  ] as const)("hide by themselves after 6000 ms: %s, %s [ACC-22]", async (address, goesWell, act_, words) => {
    renderScreen(<AccountPage />, { http: httpThat(goesWell) }, { address });
    await act(async () => {
      await act_();
      await vi.advanceTimersByTimeAsync(0);
    });
    expect(shown()).toEqual([words]);
    await act(() => vi.advanceTimersByTimeAsync(5_999));
    expect(shown()).toEqual([words]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(shown()).toEqual([]);
  });
});
