// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { AccountPage } from "../../../../src/features/account/account-page.tsx";
import { PROFILE } from "../../../../src/messages/account/profile.ts";
import type { Http, HttpCall, HttpOutcome } from "../../../../src/platform/http.ts";
import { ADA } from "../../../support/client/fake-session.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

describe("the form of the profile", () => {
  it("keeps what is typed while the server takes its time to save", async () => {
    let answer: (outcome: HttpOutcome<unknown>) => void = () => undefined;
    const saved = new Promise<HttpOutcome<unknown>>((resolve) => {
      answer = resolve;
    });
    const http = {
      open: async () => Promise.reject(new TypeError("no connection")),
      image: async () => ({ kind: "unreachable", why: "network" }),
      call: ({ path }: HttpCall<unknown>) =>
        path === "/api/user" ? saved : Promise.resolve({ kind: "unreachable", why: "network" }),
    } as unknown as Http;
    renderScreen(<AccountPage />, { http }, { address: "/?tab=account" });
    const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
    const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });

    type(PROFILE.firstName, "Wangari");
    fireEvent.click(screen.getByRole("button", { name: PROFILE.save }));
    type(PROFILE.country, "Uganda");
    const userCredentials = { ...ADA, firstName: "Wangari" };
    await act(async () => answer({ kind: "answer", value: { userCredentials }, protocol: 1 }));

    await waitFor(() =>
      expect(screen.getByRole("button", { name: PROFILE.save }).getAttribute("aria-busy")).not.toBe("true"),
    );
    expect(field(PROFILE.country).value).toBe("Uganda");
  });
});
