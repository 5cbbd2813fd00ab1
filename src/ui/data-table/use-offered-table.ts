import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isFilterable } from "../../domain/table/table-filter.ts";
import { tableMessages } from "../../messages/table.ts";
import { type ListCommand, offerList } from "../lists/offered-lists.ts";
import { type PageTurns, pageCommands } from "../lists/page-commands.ts";
import type { TableAddress } from "./table-address.ts";

interface OfferedTable {
  caption: string;
  columns: readonly {
    id: string;
    label: string;
    type: Parameters<typeof isFilterable>[0];
    sortable?: boolean;
  }[];
  address: TableAddress;
  /** The page that is shown, from 1, which the address may name wrongly. */
  pageNumber: number;
  pages: number;
  onAddress(next: Partial<TableAddress>): void;
  /** Null where rows cannot be chosen. */
  selectable: { selectAll(): void; extend(fromId: string, toId: string): void } | null;
}

/** Offers a table to the keys of the shell and to the command palette while it is drawn. */
export function useOfferedTable(section: RefObject<HTMLElement | null>, table: OfferedTable): void {
  const latest = useRef(table);
  useLayoutEffect(() => {
    latest.current = table;
  });
  const { caption } = table;
  const chooses = table.selectable !== null;
  useEffect(
    () =>
      offerList({
        name: caption,
        element: () => section.current,
        ...(chooses && {
          selectAll: () => latest.current.selectable?.selectAll(),
          extend: (fromId: string, toId: string) => latest.current.selectable?.extend(fromId, toId),
        }),
        commands: async (typed) => [
          ...chosenCommands(section.current),
          ...(chooses ? [selectCommand(() => latest.current.selectable?.selectAll())] : []),
          ...filterCommands(latest.current, typed),
          ...pageCommands(pageTurns(latest.current)),
        ],
      }),
    [section, caption, chooses],
  );
}

function pageTurns({ address, pageNumber, pages, onAddress }: OfferedTable): PageTurns {
  const wayTo = (page: number) =>
    address.scroll || page < 1 || page > pages ? null : () => onAddress({ page });
  return { nextPage: wayTo(pageNumber + 1), previousPage: wayTo(pageNumber - 1) };
}

function selectCommand(run: () => void): ListCommand {
  return { id: "all", words: tableMessages.selectAll, kind: "act", run };
}

/** The buttons that act on the chosen rows, as they are drawn: what they refuse and ask stays theirs. */
function chosenCommands(section: HTMLElement | null): ListCommand[] {
  const buttons = section?.querySelectorAll<HTMLButtonElement>("[data-chosen-actions] button:enabled") ?? [];
  return [...buttons].map((button, at) => ({
    id: `act-${at}`,
    words: button.getAttribute("aria-label") ?? button.textContent ?? "",
    kind: "act",
    run: () => button.click(),
  }));
}

function filterCommands({ columns, address, onAddress }: OfferedTable, typed: string): ListCommand[] {
  const { filters, sortBy } = tableMessages;
  const texts = columns.filter(({ type }) => isFilterable(type) && (type === "string" || type === "list"));
  return [
    ...(typed === "" ? [] : texts).map(
      ({ id, label }): ListCommand => ({
        id: `filter-${id}`,
        words: `${filters.contains(label)} “${typed}”`,
        kind: "search",
        run: () => onAddress({ typed: { ...address.typed, [id]: typed } }),
      }),
    ),
    ...(Object.keys(address.typed).length === 0
      ? []
      : [
          {
            id: "clear-filters",
            words: filters.clear,
            kind: "filter" as const,
            run: () => onAddress({ typed: {} }),
          },
        ]),
    ...columns
      .filter(({ sortable }) => sortable)
      .map(
        ({ id, label }): ListCommand => ({
          id: `sort-${id}`,
          words: sortBy(label),
          kind: "filter",
          run: () => onAddress({ sort: { column: id, descending: false } }),
        }),
      ),
  ];
}
