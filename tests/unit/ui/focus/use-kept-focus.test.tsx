// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it } from "vitest";
import { Button } from "../../../../src/ui/controls/button.tsx";
import { useKeptFocus } from "../../../../src/ui/focus/use-kept-focus.ts";

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
const button = (name: string) => screen.getByRole("button", { name });
const untilListFocused = () =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "List" })));

afterEach(cleanup);

it("the focus in a panel goes to its list where the focused button is removed", async () => {
  const { rerender } = render(<Panel />);
  button("Remove").focus();
  rerender(<Panel removed />);
  await untilListFocused();
});

it("the focus goes there too where the focused button is disabled, and stays where it was moved on purpose", async () => {
  const { rerender } = render(<Panel />);
  button("Cancel all").focus();
  rerender(<Panel disabled />);
  await untilListFocused();
  rerender(<Panel />);
  button("Cancel all").focus();
  button("Save").focus();
  rerender(<Panel disabled />);
  await Promise.resolve();
  expect(document.activeElement).toBe(button("Save"));
});
