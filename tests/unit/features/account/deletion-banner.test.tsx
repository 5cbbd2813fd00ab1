// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { DeletionBanner } from "../../../../src/features/account/deletion-banner.tsx";
import { DELETION } from "../../../../src/messages/account/security.ts";
import { toastStore } from "../../../../src/state/toast-store.ts";
import { createFakeHttp, type FakeAnswer } from "../../../support/client/fake-http.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(() => {
  cleanup();
  toastStore.setState({ toasts: [] });
});

const BEGUN = "The days in which the account could be kept are over. It is being deleted.";
const CASES: readonly [what: string, answer: FakeAnswer, said: string][] = [
  ["is kept", { message: "ok" }, DELETION.kept],
  ["is being deleted already", { status: 409, errors: { general: BEGUN } }, BEGUN],
  ["could not be kept now", { status: 503, errors: { general: "Busy." } }, DELETION.notKept],
];

it.each(CASES)("says that an account %s", async (_, answer, said) => {
  const http = createFakeHttp({ "POST /api/user/keep": answer });
  renderScreen(<DeletionBanner deletionAt="2026-12-01T00:00:00.000Z" />, { http }, { address: "/" });
  fireEvent.click(screen.getByText(DELETION.keep));
  await waitFor(() => expect(toastStore.getState().toasts.map(({ message }) => message)).toEqual([said]));
});
