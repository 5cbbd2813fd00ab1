// @vitest-environment jsdom
import { act, cleanup, render, screen } from "@testing-library/react";
import { Suspense, use } from "react";
import { afterEach, describe, expect, it } from "vitest";
import { createTableController, type TableAnswer } from "../../../../src/ui/data-table/table-controller.ts";
import { useTableState } from "../../../../src/ui/data-table/use-table.ts";

interface Query {
  offset: number;
  limit: number;
}
interface Page {
  rows: readonly string[];
  matched: number;
  /** Never resolves: an answer that is drawn at once shows that it is waited for, one in a transition does not. */
  drawing: Promise<void> | null;
}

const source = { page: async (): Promise<Page> => ({ rows: [], matched: 0, drawing: null }) };
const answerFrom = (offset: number, isSlow: boolean): TableAnswer<Query, Page> => ({
  source,
  query: { offset, limit: 30 },
  page: { rows: [], matched: 1_000, drawing: isSlow ? new Promise<void>(() => {}) : null },
});

function Rows({ answer }: { answer: TableAnswer<Query, Page> | null }) {
  if (answer?.page.drawing) use(answer.page.drawing);
  return <p>from {answer?.query.offset}</p>;
}

afterEach(cleanup);

function open(scroll: boolean) {
  const controller = createTableController<Query, Page>({
    first: answerFrom(0, false),
    readBetween: async () => [],
  });
  function Table() {
    const { answer } = useTableState(controller, scroll);
    return (
      <Suspense fallback={<p>waits</p>}>
        <Rows answer={answer} />
      </Suspense>
    );
  }
  render(<Table />);
  return (answer: TableAnswer<Query, Page>) => act(async () => controller.store.setState({ answer }));
}

describe("an answer to a list that is scrolled", () => {
  it("leaves frames to the page while it has most of the rows that are drawn", async () => {
    const answered = open(true);
    await answered(answerFrom(12, true));
    expect(screen.getByText("from 0")).toBeTruthy();
  });

  it.each([
    ["it has few of the drawn rows, so that a flung list is not empty until it rests", true, 18],
    ["the list has pages", false, 0],
  ])("is drawn at once where %s", async (_why, scroll, offset) => {
    const answered = open(scroll);
    await answered(answerFrom(offset, true));
    expect(screen.queryByText("waits")).not.toBeNull();
  });

  it("is compared with the rows that are drawn, not with those of an answer that was not", async () => {
    const answered = open(true);
    await answered(answerFrom(12, true));
    await answered(answerFrom(24, true));
    expect(screen.queryByText("waits")).not.toBeNull();
  });
});
