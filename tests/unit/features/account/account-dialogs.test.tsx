// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { AccountPage } from "../../../../src/features/account/account-page.tsx";
import { DELETION } from "../../../../src/messages/account/security.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

describe("the dialogs of the account", () => {
  it("are closed by Back, which stays on the page", async () => {
    renderScreen(<AccountPage />, {}, { address: "/?tab=account&part=security" });
    fireEvent.click(screen.getByRole("button", { name: DELETION.ask }));
    expect(screen.getByLabelText(DELETION.password)).toBeTruthy();
    await waitFor(() => expect(history.state?.liesOver).toBeDefined());
    await act(async () => history.back());
    await waitFor(() => expect(screen.queryByLabelText(DELETION.password)).toBeNull());
    expect(history.state?.liesOver).toBeUndefined();
    expect(screen.getByRole("button", { name: DELETION.ask })).toBeTruthy();
  });
});
