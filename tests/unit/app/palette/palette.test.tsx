// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Palette } from "../../../../src/app/palette/palette.tsx";
import type { Role } from "../../../../src/domain/account/role.ts";
import { TYPED_ENTER, takeTypedAhead, typeAhead } from "../../../../src/state/keyboard-store.ts";
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

  it("takes the letters typed until its field has the focus", () => {
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.setAttribute("open", "");
      typeAhead("p");
    };
    typeAhead("u");
    const { field } = open();
    expect(document.activeElement).toBe(field);
    expect(field).toHaveProperty("value", "up");
    expect(options()).toContain("Device Updates");
    expect(options()).not.toContain("Insights");
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

  describe("before the commands of the list are there", () => {
    const run = vi.fn();
    let answer: () => void = () => {};
    let takeBack = () => {};
    beforeEach(() => {
      run.mockClear();
      const element = document.body.appendChild(document.createElement("section"));
      takeBack = offerList({
        name: "Insights",
        element: () => element,
        commands: (typed) =>
          new Promise((resolve) => {
            answer = () => resolve([{ id: "act", words: `Favorite: device ${typed}`, kind: "act", run }]);
          }),
      });
    });
    afterEach(() => takeBack());

    it("holds Enter until they are, and runs the first of all", async () => {
      const { field, type, goTo, onClose } = open();
      type("device");
      fireEvent.keyDown(field, { key: "Enter" });
      expect(onClose).not.toHaveBeenCalled();
      answer();
      await waitFor(() => expect(run).toHaveBeenCalledOnce());
      expect(onClose).toHaveBeenCalledOnce();
      expect(goTo).not.toHaveBeenCalled();
    });

    it("holds the Enter that was typed while its code was loaded, and forgets one after which somebody types on", async () => {
      for (const key of ["d", "e", "v", TYPED_ENTER, "x"]) typeAhead(key);
      const { field, onClose } = open();
      expect(field).toHaveProperty("value", "dev");
      answer();
      await waitFor(() => expect(run).toHaveBeenCalledOnce());
      cleanup();
      run.mockClear();
      onClose.mockClear();
      const { field: again, type } = open();
      type("dev");
      fireEvent.keyDown(again, { key: "Enter" });
      type("devi");
      answer();
      await waitFor(() => expect(options()[0]).toBe("Favorite: device devi"));
      expect(run).not.toHaveBeenCalled();
    });

    it("keeps the entry that the arrows chose when they come, and runs it at once", async () => {
      const { field, type, goTo } = open();
      type("device");
      fireEvent.keyDown(field, { key: "ArrowDown" });
      expect(active(field)).toBe("Device Updates");
      answer();
      await waitFor(() => expect(options()).toHaveLength(4));
      expect(active(field)).toBe("Device Updates");
      type("devices");
      fireEvent.keyDown(field, { key: "ArrowDown" });
      fireEvent.keyDown(field, { key: "Enter" });
      await waitFor(() => expect(goTo).toHaveBeenCalledWith("devices"));
    });
  });

  it("leaves Enter and the arrows to a character that is being composed", () => {
    const { field, type, onClose } = open();
    type("device");
    expect(fireEvent.keyDown(field, { key: "ArrowDown", isComposing: true })).toBe(true);
    expect(fireEvent.keyDown(field, { key: "Enter", isComposing: true })).toBe(true);
    expect(active(field)).toBe("My Devices");
    expect(onClose).not.toHaveBeenCalled();
  });

  it.each([
    ["sort conf", "Sort by Confidence"],
    ["show arch", "Show archived"],
    ["clear all", "Clear all filters"],
    ["keyboard sh", "Keyboard shortcuts"],
    ["heron", "Class is Grey heron"],
  ])(
    "runs for “%s” the command of that name; the search for the text comes last, alone",
    async (typed, words) => {
      const element = document.body.appendChild(document.createElement("section"));
      const filter = (text: string) => ({ id: text, words: text, kind: "filter" as const, run: () => {} });
      const filters = ["Sort by Confidence", "Show archived", "Clear all filters", "Class is Grey heron"];
      const takeBack = offerList({
        name: "Insights",
        element: () => element,
        commands: async (text) => [
          { id: "text", words: `Search for “${text}”`, kind: "search", run: () => {} },
          ...filters.map(filter),
        ],
      });
      const { field, type } = open();
      type(typed);
      await waitFor(() => expect(options()).toEqual([words, `Search for “${typed}”`]));
      expect(active(field)).toBe(words);
      expect(screen.getAllByRole("group").at(-1)?.textContent).toBe(`Search this listSearch for “${typed}”`);
      takeBack();
    },
  );

  it("offers what the list in use can do, the acts first", async () => {
    const run = vi.fn();
    const element = document.body.appendChild(document.createElement("section"));
    const takeBack = offerList({
      name: "Insights",
      element: () => element,
      commands: async (typed) => [
        { id: "text", words: `Search for “${typed}”`, kind: "search", run },
        { id: "all", words: "Select all that match", kind: "act", run: () => {} },
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
