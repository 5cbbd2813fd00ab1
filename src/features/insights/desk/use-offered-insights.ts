import { type RefObject, useEffect, useEffectEvent } from "react";
import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { type ListCommand, offerList } from "../../../ui/lists/offered-lists.ts";
import type { Review } from "../actions/review.ts";
import type { InsightListStore } from "../list/insight-list-store.ts";
import type { CommandedList } from "./list-commands.ts";

interface OfferedInsights
  extends Pick<
    CommandedList,
    | "address"
    | "counts"
    | "mayAct"
    | "selection"
    | "current"
    | "toSave"
    | "nowMs"
    | "nextPage"
    | "previousPage"
  > {
  review: Pick<Review, "capped" | "save" | "continuePastCap" | "leaveCapped">;
  /** The steps of its keys. */
  commands: {
    actByKey(action: ReviewAction): unknown;
    undo(): unknown;
    redo(): unknown;
  };
  table: InsightListStore["table"];
  viewed: InsightListStore["viewed"];
}

/** Offers the list to the command palette; its keys are its own, see `useReviewShortcuts`. */
export function useOfferedInsights(scroller: RefObject<HTMLElement | null>, offered: OfferedInsights): void {
  const commandsOf = useEffectEvent(async (typed: string) => {
    const { commands, review, table, viewed, ...list } = offered;
    const { insightCommands } = await import("./list-commands.ts");
    // The photo viewer has keys for the row that it shows, which may be another one than that of the list. It hides the
    // list: its selection is left alone then, and the viewer is closed before a filter or an order changes the rows.
    const isViewing = viewed.getState().row !== null;
    const found = insightCommands(
      {
        ...list,
        ...(isViewing && { current: null, selection: { count: 0, insights: 0 } }),
        capped: review.capped,
        save: review.save,
        continuePastCap: review.continuePastCap,
        leaveCapped: review.leaveCapped,
        act: (action) => void commands.actByKey(action),
        undo: () => void commands.undo(),
        redo: () => void commands.redo(),
        selectAll: isViewing ? null : table.selectEverything,
        clear: table.clear,
      },
      typed,
    );
    const close = () => viewed.setState({ row: null });
    return isViewing
      ? found.map((command) => (command.kind === "act" ? command : runAfter(close, command)))
      : found;
  });
  useEffect(
    () =>
      offerList({
        name: insightsMessages.title,
        element: () => scroller.current,
        commands: (typed) => commandsOf(typed),
      }),
    [scroller],
  );
}

function runAfter(first: () => void, command: ListCommand): ListCommand {
  return {
    ...command,
    run: () => {
      first();
      command.run();
    },
  };
}
