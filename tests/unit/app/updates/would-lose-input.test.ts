// @vitest-environment jsdom
import { afterEach, describe, expect, it } from "vitest";
import { wouldLoseInput } from "../../../../src/app/updates/would-lose-input.ts";

describe("whether a reload would lose what somebody has begun", () => {
  afterEach(() => {
    document.body.innerHTML = "";
  });

  it("sees text in a form, not an empty form, a filter or a switch", () => {
    document.body.innerHTML =
      '<input id="filter"><form><input id="name"><input type="checkbox" value="on"></form>';
    const type = (id: string, text: string) => {
      const field = document.getElementById(id);
      if (field instanceof HTMLInputElement) field.value = text;
    };
    type("filter", "fox");
    expect(wouldLoseInput(document)).toBe(false);
    type("name", "Wang");
    expect(wouldLoseInput(document)).toBe(true);
  });

  it("sees an open dialog", () => {
    document.body.innerHTML = "<dialog></dialog>";
    expect(wouldLoseInput(document)).toBe(false);
    document.querySelector("dialog")?.setAttribute("open", "");
    expect(wouldLoseInput(document)).toBe(true);
  });
});
