// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Button } from "../../../../src/ui/controls/button.tsx";
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
