// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { App } from "../../../src/app/app.tsx";
import type { User } from "../../../src/protocol/shapes.ts";
import type { PublicConfigState } from "../../../src/state/public-config-store.ts";
import type { SessionStore, SessionStoreApi } from "../../../src/state/session-store.ts";

// Nothing of it is opened here, and to load it all takes seconds.
vi.mock("../../../src/app/composition/person.ts", () => ({ SignedIn: () => null }));

afterEach(cleanup);

it("asks for the password where the session ends while the sign-in page leads a signed-in person away", async () => {
  window.history.replaceState(null, "", "/login");
  const user = { userIdSql: 7, role: "member" } as User;
  const session = createStore<Partial<SessionStore>>(() => ({
    session: { phase: "signedIn", user, fresh: false },
    lastEmail: () => "wangari@example.org",
  })) as unknown as SessionStoreApi;
  const publicConfig = createStore(() => ({ config: null }) as unknown as PublicConfigState);
  // The refusal is here in the moment in which the address changes.
  const refuse = () => session.setState({ session: { phase: "signedOut", reason: "refused" } });
  window.addEventListener("replaceState", refuse, { once: true });

  await act(async () => {
    render(
      <App
        session={session}
        publicConfig={publicConfig}
        openServices={() => {
          throw new Error("nobody is signed in");
        }}
      />,
    );
  });

  expect(await screen.findByLabelText("Password")).toBeTruthy();
  expect(window.location.pathname).toBe("/login");
});
