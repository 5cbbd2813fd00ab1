// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Palette } from "../../../../src/app/palette/palette.tsx";
import type { Role } from "../../../../src/domain/account/role.ts";
import { takeTypedAhead, typeAhead } from "../../../../src/state/keyboard-store.ts";
import { offerList } from "../../../../src/ui/lists/offered-lists.ts";

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

function open(role: Role = "member") {
  const acts = { goTo: vi.fn(), showKeys: vi.fn(), onClose: vi.fn() };
  render(<Palette role={role} {...acts} />);
  const field = screen.getByRole("combobox", { name: "Type a command" });
  return { ...acts, field, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const active = (field: HTMLElement) =>
  document.getElementById(field.getAttribute("aria-activedescendant") ?? "")?.textContent;

describe("the command palette", () => {
  it("goes to every screen that the role may see and to no other", () => {
    open("restricted");
    expect(options()).toEqual(["Dashboard", "Insights", "Map", "Keyboard shortcuts"]);
    cleanup();
    open("staff");
    expect(options()).toHaveLength(14);
  });

  it("begins with what was typed while its code was loaded", () => {
    for (const letter of "upda") typeAhead(letter);
    const { field } = open();
    expect(field).toHaveProperty("value", "upda");
    expect(options()).toEqual(["Device Updates"]);
    expect(takeTypedAhead()).toBe("");
  });

  it("is a combobox: the focus stays in the field, the arrows choose, Enter runs after the dialog is closed", async () => {
    const { field, type, goTo, onClose } = open();
    await waitFor(() => expect(document.activeElement).toBe(field));
    type("device");
    expect(options()).toEqual(["My Devices", "Device Updates", "Device Groups"]);
    fireEvent.keyDown(field, { key: "ArrowUp" });
    expect(active(field)).toBe("Device Groups");
    fireEvent.keyDown(field, { key: "ArrowDown" });
    fireEvent.keyDown(field, { key: "ArrowDown" });
    expect(active(field)).toBe("Device Updates");
    expect(screen.getByRole("option", { selected: true }).textContent).toBe("Device Updates");
    fireEvent.keyDown(field, { key: "Enter" });
    expect(onClose).toHaveBeenCalledOnce();
    await waitFor(() => expect(goTo).toHaveBeenCalledWith("updates"));
    type("nonsense");
    expect(field.getAttribute("aria-expanded")).toBe("false");
    expect(screen.getByRole("status").textContent).toBe("No command by that name");
  });

  it("offers what the list in use can do, the acts first", async () => {
    const run = vi.fn();
    const element = document.body.appendChild(document.createElement("section"));
    const takeBack = offerList({
      name: "Insights",
      element: () => element,
      commands: async (typed) => [
        { id: "text", words: `Search for “${typed}”`, acts: false, run },
        { id: "all", words: "Select all that match", acts: true, run: () => {} },
      ],
    });
    const { field, type } = open();
    await waitFor(() => expect(options()[0]).toBe("Select all that match"));
    type("heron");
    await waitFor(() => expect(options()).toEqual(["Search for “heron”"]));
    fireEvent.keyDown(field, { key: "Enter" });
    await waitFor(() => expect(run).toHaveBeenCalledOnce());
    takeBack();
  });
});
