// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { IntegrationsTab } from "../../../../src/features/settings/integrations-tab.tsx";
import { PUSH } from "../../../../src/messages/alerts/push.ts";
import { DELIVERIES } from "../../../../src/messages/settings/deliveries.ts";
import { createFakeHttp } from "../../../support/client/fake-http.ts";
import { renderScreen } from "../../../support/client/render-screen.tsx";

afterEach(cleanup);

it("leads from the settings to the notifications of this device, and to what browsers were told", async () => {
  const http = createFakeHttp({
    "GET /api/integrations": { message: [] },
    "GET /api/integrations/push/deliveries": { message: { deliveries: [], more: false } },
  });
  renderScreen(<IntegrationsTab />, { http }, { address: "/?tab=settings" });
  const link = await screen.findByRole<HTMLAnchorElement>("link", { name: PUSH.title });
  expect(link.getAttribute("href")).toBe("/?tab=alerts&settings=push");
  fireEvent.click(screen.getByRole("button", { name: PUSH.log }));
  const dialog = within(await screen.findByRole("dialog", { name: DELIVERIES.title(PUSH.open) }));
  await dialog.findByText(DELIVERIES.none);
  await waitFor(() => expect(http.calls).toContain("GET /api/integrations/push/deliveries"));
});
