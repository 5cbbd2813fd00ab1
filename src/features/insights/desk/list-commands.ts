import type { ReviewAction } from "../../../domain/insight/insight.ts";
import { lastDaysRange, yesterdayRange } from "../../../domain/table/table-filter.ts";
import { deskMessages as words } from "../../../messages/insights/desk.ts";
import { insightKeys } from "../../../messages/insights/insight-keys.ts";
import { insightListMessages } from "../../../messages/insights/insight-list.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import {
  type AddressFilter,
  activeParts,
  withoutPart,
  withText,
} from "../../../parts/insight-filter/filter-address.ts";
import type { FilterCounts } from "../../../parts/insight-filter/filter-counts.ts";
import { type InsightRow, SORT_COLUMNS } from "../../../query/insight-engine.ts";
import type { ListCommand } from "../../../ui/lists/offered-lists.ts";
import { type PageTurns, pageCommands } from "../../../ui/lists/page-commands.ts";
import type { CappedStep } from "../actions/review-actions.ts";
import { readableName } from "../facts/species-label.tsx";
import type { AddressActions } from "../list/address-actions.ts";
import type { InsightSelection } from "../list/rows/insight-selection.ts";
import { combinedFilters, type FilterChoice } from "./combined-filters.ts";

const ACTIONS = ["acknowledge", "archive", "favorite"] as const;
/** Classes that are offered for a typed text, and as many Sentinels. */
const MOST_OFFERED = 5;

/** The list of insights as it is while the palette is open. */
export interface CommandedList extends PageTurns {
  address: Pick<AddressActions, "address" | "setFilter" | "sortBy">;
  counts: FilterCounts | null;
  mayAct: boolean;
  selection: Pick<InsightSelection, "count" | "insights">;
  current: InsightRow | null;
  /** Unsaved actions that wait for Save. */
  toSave: number;
  nowMs: number;
  /** The step that the cap refused. */
  capped: Pick<CappedStep, "step" | "count"> | null;
  act(action: ReviewAction): void;
  save(): void;
  continuePastCap(): void;
  leaveCapped(): void;
  undo(): void;
  redo(): void;
  /** Null where the selection is not in view. */
  selectAll: (() => void) | null;
  clear(): void;
}

/** The commands of the palette for the list of insights. @param typed the text in its field, trimmed */
export function insightCommands(list: CommandedList, typed: string): readonly ListCommand[] {
  return [
    ...actsOn(list),
    ...filtersOf(list, typed),
    ...ordersOf(list),
    ...pageCommands(list),
    ...searchesOf(list, typed),
  ];
}

function actsOn(list: CommandedList): ListCommand[] {
  const { selection, current, toSave, capped } = list;
  const target =
    selection.count > 0
      ? insightListMessages.selection.selected(selection.count, selection.insights)
      : current === null
        ? null
        : readableName(current.className);
  const act = (id: string, text: string, run: () => void): ListCommand => ({
    id,
    words: text,
    kind: "act",
    run,
  });
  const goOn = capped && insightsMessages.cap.goOn[capped.step](capped.count);
  const steps = [
    ...(goOn === null
      ? []
      : [act("continue", goOn, list.continuePastCap), act("leave", words.leave(goOn), list.leaveCapped)]),
    ...(target === null
      ? []
      : ACTIONS.map((action) =>
          act(action, words.act(insightsMessages.actionNames[action], target), () => list.act(action)),
        )),
    ...(toSave > 0 ? [act("save", insightsMessages.unsaved.saveCount(toSave), list.save)] : []),
    act("undo", insightKeys.undo, list.undo),
    act("redo", insightKeys.redo, list.redo),
  ];
  return [
    ...(list.mayAct ? steps : []),
    ...(list.selectAll === null ? [] : [act("all", insightKeys.selectAll, list.selectAll)]),
    ...(selection.count > 0 ? [act("clear", insightKeys.clear, list.clear)] : []),
  ];
}

function filtersOf({ address: control, counts, nowMs }: CommandedList, typed: string): ListCommand[] {
  const { filter } = control.address;
  const { filters, statusNames } = insightsMessages;
  const command = ({ id, words: text, put }: FilterChoice): ListCommand => ({
    id,
    words: text,
    kind: "filter",
    run: () => control.setFilter(put(filter)),
  });
  const notReviewed: FilterChoice = {
    id: "status-none",
    words: filters.partIs(filters.status, statusNames.none),
    put: (before) => ({ ...before, statuses: ["none"] }),
  };
  const days = dayChoices(nowMs);
  const classes = (counts?.classNames ?? []).map(
    ({ value }): FilterChoice => ({
      id: `class-${value}`,
      words: readableName(value),
      put: (before) => ({ ...before, classNames: [value] }),
    }),
  );
  const devices = (counts?.deviceIds ?? []).map(
    ({ value, name }): FilterChoice => ({
      id: `device-${value}`,
      words: name,
      put: (before) => ({ ...before, deviceIds: [value] }),
    }),
  );
  const offered = (choices: readonly FilterChoice[], part: string) =>
    typed === ""
      ? []
      : choices
          .filter((choice) => choice.words.toLowerCase().includes(typed.toLowerCase()))
          .slice(0, MOST_OFFERED)
          .map((choice) => command({ ...choice, words: filters.partIs(part, choice.words) }));
  return [
    ...combinedFilters([days, classes, devices, [notReviewed]], typed).map(command),
    command(notReviewed),
    ...days.map(command),
    ...offered(classes, filters.className),
    ...offered(devices, filters.device),
    command({
      id: "archived",
      words: filters.showArchived,
      put: (before) => ({ ...before, showArchived: true }),
    }),
    ...(activeParts(filter).length > 0
      ? [
          command({
            id: "clear-filters",
            words: filters.clearAll,
            put: ({ showArchived }) => ({ showArchived }),
          }),
        ]
      : []),
  ];
}

/** Today, yesterday and the last 7 days, in UTC, as the presets of the date filter set them. */
function dayChoices(nowMs: number): FilterChoice[] {
  const { filters } = insightsMessages;
  const choice = (id: string, text: string, range: Partial<AddressFilter>): FilterChoice => ({
    id,
    words: text,
    put: (before) => ({ ...withoutPart(before, "dates"), ...range }),
  });
  const last = (days: number) => ({ lastDays: days, ...lastDaysRange(days, nowMs) });
  return [
    choice("today", filters.lastDays(1), last(1)),
    choice("yesterday", filters.yesterday, yesterdayRange(nowMs)),
    choice("week", filters.lastDays(7), last(7)),
  ];
}

const { columns } = insightsMessages;

function ordersOf({ address }: CommandedList): ListCommand[] {
  return SORT_COLUMNS.map((column) => ({
    id: `sort-${column}`,
    words: words.sortBy(columns[column]),
    kind: "filter",
    run: () => address.sortBy(column),
  }));
}

function searchesOf({ address: control }: CommandedList, typed: string): ListCommand[] {
  if (typed === "") return [];
  const run = () => control.setFilter(withText(control.address.filter, "text", typed));
  return [{ id: "text", words: words.search(typed), kind: "search", run }];
}
