// @vitest-environment jsdom
import { act, cleanup, render } from "@testing-library/react";
import { useLayoutEffect, useRef } from "react";
import { afterEach, expect, it } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { createFling } from "../../../../src/ui/data-table/fling/fling.ts";
import { createTableController } from "../../../../src/ui/data-table/table-controller.ts";
import type { TableView } from "../../../../src/ui/data-table/table-view.ts";
import { useTable, useTableState } from "../../../../src/ui/data-table/use-table.ts";
import { TestClock } from "../../../support/time/test-clock.ts";

interface Query {
  offset: number;
  limit: number;
}
interface Page {
  rows: readonly string[];
  matched: number;
}

const PAGED: Query = { offset: 0, limit: 25 };

afterEach(cleanup);

/** Scrolled here, a list stands elsewhere than its drawing began, as one that is drawn in parts does. */
function Inside({ onDrawn }: { onDrawn(): void }) {
  useLayoutEffect(() => onDrawn());
  return null;
}

/** A list whose answers come when they are told to. @param onDrawn called in each drawing, before the list asks */
async function openList(onDrawn: () => void = () => {}, matched = 1_000) {
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), { matches: false, media: query }) as never;
  const asked: Query[] = [];
  const answers: (() => void)[] = [];
  const source = {
    page: (query: Query) => {
      asked.push(query);
      return new Promise<Page>((resolve) => answers.push(() => resolve({ rows: [], matched })));
    },
  };
  const controller = createTableController<Query, Page>({
    readBetween: async () => [],
    fling: createFling({ timers: new TestClock().timers(), nextFrame: () => {} }),
  });
  const drawn = { count: 0, offset: 0, stale: false };
  const place: { of: TableView<Query, Page>["windowOf"] } = { of: () => undefined };
  function List() {
    const scroller = useRef<HTMLDivElement>(null);
    const state = useTableState(controller, true);
    const view = useTable<Query, Page>({
      ...{ controller, state, source, paged: PAGED, list: PAGED, scroll: true, narrow: false, scroller },
      reach: () => 0,
    });
    place.of = view.windowOf;
    Object.assign(drawn, { count: drawn.count + 1, offset: view.offset, stale: view.stale });
    return (
      <div ref={scroller} data-testid="box">
        <Inside onDrawn={onDrawn} />
      </div>
    );
  }
  const { hook, searchHook } = memoryLocation({ path: "/" });
  const { getByTestId } = render(
    <Router hook={hook} searchHook={searchHook}>
      <List />
    </Router>,
  );
  const answerAll = () => act(async () => answers.splice(0).forEach((answer) => void answer()));
  await answerAll();
  await answerAll();
  const box = getByTestId("box");
  const scrollTo = (row: number) => {
    box.scrollTop = 44 * row;
    box.dispatchEvent(new Event("scroll"));
  };
  return { asked, drawn, place, answerAll, scrollTo, box };
}

it("asks for the rows of a scroll without a drawing, and draws their answer once", async () => {
  const { asked, drawn, answerAll, scrollTo } = await openList();
  const [drawings, questions] = [drawn.count, asked.length];
  scrollTo(40);
  expect(asked).toHaveLength(questions + 1);
  expect(asked.at(-1)?.offset).toBeGreaterThan(0);
  expect(drawn.count).toBe(drawings);

  await answerAll();
  expect(drawn).toEqual({ count: drawings + 1, offset: asked.at(-1)?.offset, stale: false });
  expect(asked).toHaveLength(questions + 1);
});

it("asks for no row again that a scroll has left while its answer was drawn", async () => {
  let meanwhile = () => {};
  const { asked, drawn, answerAll, scrollTo } = await openList(() => meanwhile());
  scrollTo(40);
  const [left] = asked.slice(-1);
  meanwhile = () => {
    meanwhile = () => {};
    scrollTo(50);
  };
  await answerAll();
  const [last] = asked.slice(-1);
  expect(last?.offset).toBeGreaterThan(left?.offset ?? 0);
  await answerAll();
  expect(asked.filter(({ offset }) => offset === left?.offset)).toHaveLength(1);
  expect(asked.at(-1)).toBe(last);
  expect(drawn).toMatchObject({ offset: last?.offset, stale: false });
});

it("asks for nothing once it is out of the document, though its box still tells of a movement", async () => {
  const { asked, scrollTo, box } = await openList();
  const questions = asked.length;
  const around = box.parentElement;
  box.remove();
  scrollTo(40);
  around?.append(box);
  expect(asked).toHaveLength(questions);
});

it("is higher by no more than the drawn rows while these lie beyond it, as after a long way in more rows than a browser can scroll", async () => {
  const { place, answerAll, scrollTo } = await openList(undefined, 500_000);
  const higherByPx = () => {
    const { beforePx = 0, afterPx = 0 } = place.of(60) ?? {};
    return beforePx + afterPx - 12_000_000;
  };
  act(() => scrollTo(12_000_000 / 44 - 20));
  await answerAll();
  expect(place.of(60)?.offset).toBeGreaterThan(400_000);
  act(() => scrollTo(150_000));
  expect(higherByPx()).toBe(0);
  act(() => scrollTo(1));
  expect(higherByPx()).toBe(0);
});
