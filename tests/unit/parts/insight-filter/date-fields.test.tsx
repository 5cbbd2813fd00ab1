// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, it } from "vitest";
import {
  type AddressFilter,
  readFilter,
  writeFilter,
} from "../../../../src/parts/insight-filter/filter-address.ts";
import { DateFields } from "../../../../src/parts/insight-filter/filter-fields.tsx";

/** The last second of a day in UTC, which is another day in most time zones. */
const NOW_MS = Date.UTC(2026, 10, 21, 23, 59, 59);

afterEach(cleanup);

let filter: AddressFilter;

function Fields() {
  const [shown, setShown] = useState<AddressFilter>({ showArchived: false });
  filter = shown;
  return <DateFields filter={shown} onChange={setShown} nowMs={NOW_MS} />;
}

const days = () => ["From", "To"].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const inAddress = () => writeFilter(filter, new URLSearchParams()).toString();

describe("the days of a filter", () => {
  it("are those of the range that was pressed, both included, and of the rows that pass", () => {
    render(<Fields />);
    press("Today");
    expect(days()).toEqual(["2026-11-21", "2026-11-21"]);
    expect([filter.fromMs, filter.toMs]).toEqual([Date.UTC(2026, 10, 21), Date.UTC(2026, 10, 22) - 1]);
    press("Yesterday");
    expect(days()).toEqual(["2026-11-20", "2026-11-20"]);
    expect([filter.fromMs, filter.toMs]).toEqual([Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21) - 1]);
    press("Last 7 days");
    expect(days()).toEqual(["2026-11-15", "2026-11-21"]);
    expect(inAddress()).toBe("days=7d");
  });

  it("mean the same typed as pressed, over the address and back", () => {
    render(<Fields />);
    press("Today");
    const { fromMs, toMs } = filter;
    press("Today");
    type("From", "2026-11-21");
    type("To", "2026-11-21");
    expect(inAddress()).toBe("from=2026-11-21&to=2026-11-21");
    expect(readFilter(new URLSearchParams(inAddress()), NOW_MS)).toMatchObject({ fromMs, toMs });
    expect(days()).toEqual(["2026-11-21", "2026-11-21"]);
  });
});
