// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { useRef } from "react";
import { afterEach, expect, it } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { createTableController } from "../../../../src/ui/data-table/table-controller.ts";
import { useTable, useTableState } from "../../../../src/ui/data-table/use-table.ts";

interface Query {
  offset: number;
  limit: number;
}
interface Page {
  matched: number;
}

const PAGED: Query = { offset: 0, limit: 25 };

afterEach(cleanup);

it("asks for the rows of a scroll without a drawing, and draws their answer once", async () => {
  window.matchMedia = (query: string) =>
    Object.assign(new EventTarget(), { matches: false, media: query }) as never;
  const asked: Query[] = [];
  const answers: (() => void)[] = [];
  const source = {
    page: (query: Query) => {
      asked.push(query);
      return new Promise<Page>((resolve) => answers.push(() => resolve({ matched: 1_000 })));
    },
  };
  const answerAll = () => act(async () => answers.splice(0).forEach((answer) => void answer()));
  const controller = createTableController<Query, Page>({ readBetween: async () => [] });
  let drawings = 0;
  let stale: boolean | null = null;
  function List() {
    const scroller = useRef<HTMLDivElement>(null);
    const state = useTableState(controller, true);
    const view = useTable<Query, Page>({
      ...{ controller, state, source, paged: PAGED, list: PAGED, scroll: true, narrow: false, scroller },
      reach: () => 0,
    });
    drawings += 1;
    stale = view.stale;
    return <div ref={scroller} data-testid="box" />;
  }
  const { hook, searchHook } = memoryLocation({ path: "/" });
  const { getByTestId } = render(
    <Router hook={hook} searchHook={searchHook}>
      <List />
    </Router>,
  );
  await answerAll();
  await answerAll();
  const [before, questions] = [drawings, asked.length];

  const box = getByTestId("box");
  box.scrollTop = 44 * 40;
  fireEvent.scroll(box);
  expect(asked).toHaveLength(questions + 1);
  expect(asked.at(-1)?.offset).toBeGreaterThan(0);
  expect(drawings).toBe(before);

  await answerAll();
  expect(drawings).toBe(before + 1);
  expect(stale).toBe(false);
  expect(asked).toHaveLength(questions + 1);
});
