// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { ToastRegion, type ToastView } from "../../../../src/ui/feedback/toast-region.tsx";
import { Dialog } from "../../../../src/ui/layout/dialog.tsx";

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const undone: string[] = [];
const TOAST: ToastView = {
  id: "1",
  message: "3 actions cancelled",
  tone: "info",
  action: { label: "Undo", run: () => undone.push("1") },
};

function Screen({
  outer,
  inner,
  toasts = [TOAST],
}: {
  outer: boolean;
  inner: boolean;
  toasts?: ToastView[];
}) {
  return (
    <>
      <Dialog open={outer} onClose={() => {}} title="Outer">
        <button type="button">Cancel all</button>
      </Dialog>
      <Dialog open={inner} onClose={() => {}} title="Inner" />
      <ToastRegion toasts={toasts} onDismiss={() => {}} />
    </>
  );
}

const holder = () => screen.getByRole("status", { hidden: true }).parentElement;
const dialog = (name: string) => screen.getByRole("dialog", { name, hidden: true });

it("follows the topmost dialog, whatever is opened or closed beneath it, because all outside is inert", async () => {
  const { rerender } = render(<Screen outer={false} inner={false} />);
  expect(holder()).toBe(document.body);
  rerender(<Screen outer inner={false} />);
  expect(holder()).toBe(dialog("Outer"));
  rerender(<Screen outer inner />);
  expect(holder()).toBe(dialog("Inner"));
  rerender(<Screen outer={false} inner />);
  expect(holder()).toBe(dialog("Inner"));
  rerender(<Screen outer={false} inner={false} />);
  expect(holder()).toBe(document.body);
  await screen.findByText(TOAST.message);
});

it("puts its words into a live region that stands in the dialog already, as screen readers need it", async () => {
  const { rerender } = render(<Screen outer={false} inner={false} />);
  rerender(<Screen outer inner={false} />);
  expect(holder()?.textContent).not.toContain(TOAST.message);
  await screen.findByText(TOAST.message);
  expect(screen.getByText(TOAST.message).closest('[role="status"]')?.parentElement).toBe(dialog("Outer"));
});

it("gives the focus back to what had it when a toast is answered, so that the keys of the dialog go on", async () => {
  render(<Screen outer inner={false} />);
  const undo = await screen.findByRole("button", { name: "Undo", hidden: true });
  const before = screen.getByRole("button", { name: "Cancel all", hidden: true });
  act(() => before.focus());
  act(() => undo.focus());
  fireEvent.click(undo);
  expect(undone).toEqual(["1"]);
  expect(document.activeElement).toBe(before);
});

it("gives the focus back when it is closed for a dialog that will open, which returns it there", async () => {
  render(<Screen outer inner={false} />);
  const undo = await screen.findByRole("button", { name: "Undo", hidden: true });
  const before = screen.getByRole("button", { name: "Cancel all", hidden: true });
  act(() => before.focus());
  act(() => undo.focus());
  const closing = Object.assign(new Event("beforetoggle"), { newState: "closed" });
  fireEvent(undo.closest("[popover]") as HTMLElement, closing);
  expect(document.activeElement).toBe(before);
});

it("is opened once it stands in the page again where its dialog goes with the answer, which would else end the whole screen", async () => {
  const opened: (string | undefined)[] = [];
  // As in browsers, which refuse it outside of the page.
  HTMLElement.prototype.showPopover = function showPopover() {
    if (!this.isConnected) throw new DOMException("Invalid on disconnected popover elements.");
    opened.push(this.parentElement?.parentElement?.tagName);
  };
  const { matches } = HTMLElement.prototype;
  // jsdom does not know the selector.
  vi.spyOn(HTMLElement.prototype, "matches").mockImplementation(function withoutPopovers(
    this: HTMLElement,
    selector: string,
  ) {
    return selector !== ":popover-open" && matches.call(this, selector);
  } as typeof matches);
  const Asking = ({ asks, toasts }: { asks: boolean; toasts: ToastView[] }) => (
    <>
      {asks && <Dialog open onClose={() => {}} title="Asks" />}
      <ToastRegion toasts={toasts} onDismiss={() => {}} />
    </>
  );
  const { rerender } = render(<Asking asks toasts={[{ ...TOAST, id: "0", message: "Asked" }]} />);
  await waitFor(() => expect(opened.at(-1)).toBe("DIALOG"));
  opened.length = 0;
  rerender(<Asking asks={false} toasts={[TOAST]} />);
  await screen.findByText(TOAST.message);
  await waitFor(() => expect(opened).toEqual(["BODY"]));
});

it("gives lists as much room at their end as the toasts take now, and none once they have left", async () => {
  let resize = () => {};
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(onResize: () => void) {
        resize = onResize;
      }
      observe() {}
      disconnect() {}
    },
  );
  const height = vi.spyOn(HTMLElement.prototype, "offsetHeight", "get");
  render(<Screen outer={false} inner={false} />);
  const roomAt = (heightPx: number) => {
    height.mockReturnValue(heightPx);
    resize();
    return document.documentElement.style.getPropertyValue("--toasts");
  };
  expect(roomAt(104)).toBe("calc(104px + var(--space-24))");
  expect(roomAt(48)).toBe("calc(48px + var(--space-24))");
  expect(roomAt(0)).toBe("");
});
