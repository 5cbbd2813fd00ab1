// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Button } from "../../../../src/ui/controls/button.tsx";
import { TextField } from "../../../../src/ui/controls/form-field.tsx";
import { Dialog } from "../../../../src/ui/layout/dialog.tsx";
import { LeaveQuestion } from "../../../../src/ui/layout/leave-question.tsx";
import { useLeaveAsks } from "../../../../src/ui/layout/use-leave-asks.ts";

const WORDS = { discardAsk: "It is not saved.", discard: "Discard", keepEditing: "Keep editing" };
const closed = vi.fn();

function Form() {
  const [draft, setDraft] = useState({ name: "" });
  const { asking, ask, stay, leave } = useLeaveAsks({ touched: draft.name !== "", draft, onClose: closed });
  return (
    <Dialog
      open
      onClose={ask}
      title="Edit"
      footer={
        asking ? (
          <LeaveQuestion words={WORDS} onDiscard={leave} onStay={stay} />
        ) : (
          <>
            <Button onClick={() => ask()}>Cancel</Button>
            <Button>Save</Button>
          </>
        )
      }
    >
      <TextField label="Name" name="name" value={draft.name} onChange={(name) => setDraft({ name })} />
    </Dialog>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const field = () => screen.getByLabelText("Name");
const type = (value: string) => fireEvent.change(field(), { target: { value } });
/** Returns whether the browser may take the key too. */
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
const isAsked = () => screen.queryByText(WORDS.discardAsk) !== null;

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
  closed.mockClear();
  render(<Form />);
  field().focus();
  type("Weir");
});
afterEach(cleanup);

it("the question goes when the person types on, whose focus it has left alone", () => {
  press("Escape");
  expect(isAsked()).toBe(true);
  expect(document.activeElement).toBe(field());
  type("Weirs");
  expect(isAsked()).toBe(false);
  expect(button("Save")).toBeTruthy();
});

it("a second Escape withdraws it, as often as it is asked, and no Escape is left to the browser", () => {
  for (const asked of [true, false, true, false, true]) {
    expect(press("Escape")).toBe(false);
    expect(isAsked()).toBe(asked);
  }
  expect(closed).not.toHaveBeenCalled();
});

it("Enter in a field withdraws it, and saves nothing", () => {
  press("Escape");
  expect(press("Enter")).toBe(false);
  expect(isAsked()).toBe(false);
  expect(press("Enter")).toBe(true);
});

it("a second press of the cross leaves it, because the first may have been a double one", () => {
  fireEvent.click(button("Close"));
  fireEvent.click(button("Close"));
  expect(isAsked()).toBe(true);
});

it("takes the focus from a button to its safe answer, and gives it back", () => {
  button("Close").focus();
  fireEvent.click(button("Close"));
  expect(document.activeElement).toBe(button("Keep editing"));
  fireEvent.click(button("Keep editing"));
  expect(document.activeElement).toBe(button("Close"));
});

it("leaves the focus to the title where the button that asked is there no longer", () => {
  button("Cancel").focus();
  fireEvent.click(button("Cancel"));
  expect(document.activeElement).toBe(button("Keep editing"));
  fireEvent.click(button("Keep editing"));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Edit" }));
});

it("discards at once", () => {
  fireEvent.click(button("Close"));
  fireEvent.click(button("Discard"));
  expect(closed).toHaveBeenCalledTimes(1);
});
