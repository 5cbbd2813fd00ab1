import { render } from "@testing-library/react";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { ServicesProvider } from "../../../src/client/services.tsx";
import { SessionProvider } from "../../../src/parts/account/session-context.tsx";
import { createFakeServices, type FakeServices, type FakeWorld } from "./fake-services.ts";
import { createFakeSession } from "./fake-session.ts";

interface ShownScreen extends FakeServices {
  /** Every address the screen went to, the newest last. */
  history: string[];
}

/** Draws a signed-in screen in jsdom, at a width and an address, in a world of its own. */
export function renderScreen(
  screen: ReactNode,
  world: Partial<FakeWorld>,
  { address, widthPx = 1440 }: { address: string; widthPx?: number },
): ShownScreen {
  standInForTheBrowser(widthPx);
  const services = createFakeServices({ rows: [], ...world });
  const location = memoryLocation({ path: address, record: true });
  render(
    <Router hook={location.hook} searchHook={location.searchHook}>
      <SessionProvider session={world.session ?? createFakeSession()}>
        <ServicesProvider services={services}>{screen}</ServicesProvider>
      </SessionProvider>
    </Router>,
  );
  return { ...services, history: location.history };
}

/** Replaces what jsdom lacks: media queries, modal dialogs and popovers. */
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
}
