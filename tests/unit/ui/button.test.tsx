// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { Button } from "../../../src/ui/controls/button.tsx";

afterEach(cleanup);

const button = (name: string) => screen.getByRole("button", { name });

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
