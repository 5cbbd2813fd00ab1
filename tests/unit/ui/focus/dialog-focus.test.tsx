// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Button } from "../../../../src/ui/controls/button.tsx";
import { useKeptFocus } from "../../../../src/ui/focus/use-kept-focus.ts";
import { Dialog } from "../../../../src/ui/layout/dialog.tsx";

/** A list whose rows are opened, and leave it from within their dialog. */
function Alerts({ names }: { names: readonly string[] }) {
  const [left, setLeft] = useState(names);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <main tabIndex={-1}>
      <section data-list="">
        {left.map((name) => (
          <button type="button" key={name} data-row={name} onClick={() => setOpen(name)}>
            {name}
          </button>
        ))}
      </section>
      <Dialog open={open !== null} onClose={() => setOpen(null)} title="Alert">
        {left.includes(open ?? "") && (
          <Button onClick={() => setLeft(left.filter((name) => name !== open))}>Resolve</Button>
        )}
      </Dialog>
    </main>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => {
  button(name).focus();
  fireEvent.click(button(name));
};
const pressEscape = () => fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
const untilFocused = (element: () => Element | null) =>
  waitFor(() => expect(document.activeElement).toBe(element()));

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
});
afterEach(cleanup);

describe("the focus after a dialog", () => {
  it("is where it was before", async () => {
    render(<Alerts names={["a", "b"]} />);
    press("a");
    pressEscape();
    await untilFocused(() => button("a"));
  });

  it("is on the row in the place of one that has left, the last one where it was that", async () => {
    render(<Alerts names={["a", "b", "c"]} />);
    for (const [name, next] of [
      ["b", "c"],
      ["c", "a"],
    ] as const) {
      press(name);
      press("Resolve");
      pressEscape();
      await untilFocused(() => button(next));
    }
  });

  it("is on the screen where no row is left", async () => {
    render(<Alerts names={["a"]} />);
    press("a");
    press("Resolve");
    pressEscape();
    await untilFocused(() => screen.getByRole("main"));
  });
});

describe("the focus in a panel", () => {
  function Panel({ disabled = false, removed = false }) {
    const panel = useRef<HTMLElement>(null);
    const list = useRef<HTMLElement>(null);
    useKeptFocus(panel, list);
    return (
      <aside ref={panel}>
        <section ref={list} tabIndex={-1} aria-label="List">
          {!removed && <Button>Remove</Button>}
        </section>
        <Button disabled={disabled}>Cancel all</Button>
        <Button>Save</Button>
      </aside>
    );
  }
  const list = () => screen.getByRole("region", { name: "List" });

  it("goes to its list where the focused button is removed", async () => {
    const { rerender } = render(<Panel />);
    button("Remove").focus();
    rerender(<Panel removed />);
    await untilFocused(list);
  });

  it("goes there where the focused button is disabled, and stays where it was moved on purpose", async () => {
    const { rerender } = render(<Panel />);
    button("Cancel all").focus();
    rerender(<Panel disabled />);
    await untilFocused(list);
    rerender(<Panel />);
    button("Cancel all").focus();
    button("Save").focus();
    rerender(<Panel disabled />);
    await Promise.resolve();
    expect(document.activeElement).toBe(button("Save"));
  });
});

it("a busy button keeps the focus and takes no press, which would submit its form too", () => {
  const onClick = vi.fn();
  const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
  const form = (busy: boolean) => (
    <form onSubmit={onSubmit}>
      <Button type="submit" busy={busy} onClick={onClick}>
        Save
      </Button>
    </form>
  );
  const { rerender } = render(form(true));
  expect(button("Save")).toMatchObject({ disabled: false, ariaBusy: "true", ariaDisabled: "true" });
  fireEvent.click(button("Save"));
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  rerender(form(false));
  fireEvent.click(button("Save"));
  expect([onClick, onSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
