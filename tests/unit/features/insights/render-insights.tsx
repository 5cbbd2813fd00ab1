import "fake-indexeddb/auto";
import { act, cleanup, render } from "@testing-library/react";
import { afterEach, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ServicesProvider } from "../../../../src/client/services.tsx";
import type { Role } from "../../../../src/domain/account/role.ts";
import { InsightsPage } from "../../../../src/features/insights/insights-page.tsx";
import { TopBarSlotProvider } from "../../../../src/ui/layout/top-bar-slot.tsx";
import {
  createFakeServices,
  type FakeServices,
  type FakeWorld,
} from "../../../support/client/fake-services.ts";

export interface Screen extends FakeServices {
  /** Every address the screen went to, the newest last. */
  history: string[];
  /** Goes to an address, as a link or Back does. */
  go(address: string): void;
  /** Words of the live region. */
  said(): string;
  row(insightId: string): HTMLElement;
  /** Ids of the rows as they stand. */
  order(): string[];
}

/** Opens the insights screen of a person over a world in memory; `widthPx` decides between table and cards. */
export function openInsights(world: FakeWorld & { role?: Role; address?: string; widthPx?: number }): Screen {
  const { role = "member", address = "/?tab=insights", widthPx = 1440 } = world;
  standInForTheBrowser(widthPx);
  const services = createFakeServices({ ...world, restricted: role === "restricted" });
  const slot = document.body.appendChild(document.createElement("div"));
  const location = memoryLocation({ path: address, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <ServicesProvider services={services}>
        <TopBarSlotProvider value={slot}>
          <InsightsPage role={role} />
        </TopBarSlotProvider>
      </ServicesProvider>
    </Router>,
  );
  const rows = () => [...document.querySelectorAll<HTMLElement>("[data-insight]")];
  return {
    ...services,
    history: location.history,
    go: (to) => act(() => location.navigate(to)),
    said: () => document.querySelector("section > [role=status]")?.textContent?.trim() ?? "",
    order: () => rows().map((row) => row.dataset.insight ?? ""),
    row(insightId) {
      const found = rows().find((row) => row.dataset.insight === insightId);
      if (found === undefined) throw new Error(`no row ${insightId}: there are ${this.order().join(", ")}`);
      return found;
    },
  };
}

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Replaces what jsdom lacks: media queries, modal dialogs, popovers and object URLs. */
function standInForTheBrowser(widthPx: number): void {
  window.matchMedia = (query: string) => {
    const [, bound = "max", limit = "0"] = /(max|min)-width: (\d+)px/.exec(query) ?? [];
    const matches = bound === "max" ? widthPx <= Number(limit) : widthPx >= Number(limit);
    return Object.assign(new EventTarget(), { matches, media: query }) as unknown as MediaQueryList;
  };
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
  HTMLElement.prototype.hidePopover = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.animate = vi.fn();
  let made = 0;
  URL.createObjectURL = () => {
    made += 1;
    return `blob:test-${made}`;
  };
  URL.revokeObjectURL = vi.fn();
}
