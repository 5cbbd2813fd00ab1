import { cleanup, fireEvent, render, waitFor } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { useShellKeys } from "../../../../src/app/shell/use-shell-keys.ts";
import { RecordTable } from "../../../../src/ui/data-table/record-table.tsx";
import type { TableColumn } from "../../../../src/ui/data-table/table-column.ts";
import { createMemorySource } from "../../../../src/ui/data-table/table-source.ts";

interface Camera {
  id: string;
  name: string;
}

const COLUMNS: TableColumn<Camera>[] = [
  { id: "name", type: "string", label: "Name", sortable: true, rowHeader: true, value: ({ name }) => name },
];
const SOURCE = createMemorySource(
  Array.from({ length: 40 }, (_, at): Camera => ({ id: `c${at}`, name: `Camera ${at}` })),
  { columns: COLUMNS },
);
export const acts = { goTo: vi.fn(), toggleNavigation: vi.fn(), showKeys: vi.fn(), showPalette: vi.fn() };
export const opened: string[] = [];

export function Lists({ children }: { children: ReactNode }) {
  useShellKeys({ ...acts, asksPalette: false });
  return <main>{children}</main>;
}

export const lines = (prefix: string, count: number, button = "Remove") =>
  Array.from({ length: count }, (_, at) => (
    <li key={`${prefix}${String(at)}`} id={`${prefix}${at}`}>
      <button type="button" onClick={() => opened.push(`${prefix}${at}`)}>
        {button}
      </button>
    </li>
  ));
export const focusIsAt = (id: string) => waitFor(() => expect(document.activeElement?.id).toBe(id));

function Screen({ selectable }: { selectable: boolean }) {
  useShellKeys({ ...acts, asksPalette: false });
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  return (
    <main>
      <RecordTable
        table="cameras"
        caption="Cameras"
        columns={COLUMNS}
        source={SOURCE}
        rowId={({ id }) => id}
        onOpen={(id) => opened.push(id)}
        {...(selectable && { selectedIds: ids, onSelectedIds: setIds })}
        actions={<button type="button">Move {ids.size}</button>}
        nowMs={0}
      />
    </main>
  );
}

export async function open(selectable = true) {
  const { hook, searchHook, history } = memoryLocation({ path: "/?tab=devices", record: true });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <Screen selectable={selectable} />
    </Router>,
  );
  await waitFor(() => expect(document.querySelectorAll("[data-row]").length).toBe(25));
  return history;
}

beforeEach(() => {
  window.matchMedia = (media: string) =>
    Object.assign(new EventTarget(), { matches: false, media }) as unknown as MediaQueryList;
  // jsdom lays nothing out.
  Element.prototype.getClientRects = () => [{}] as unknown as DOMRectList;
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute("open", "");
  };
  HTMLDialogElement.prototype.close = function close() {
    this.removeAttribute("open");
  };
  opened.length = 0;
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Returns whether the browser may take the key too. */
export const press = (key: string, init: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });
const _focusIsOn = (id: string) =>
  waitFor(() => expect((document.activeElement as HTMLElement).dataset.row).toBe(id));
export const focusIsOn = (id: string) =>
  waitFor(() => expect((document.activeElement as HTMLElement).dataset.row).toBe(id));
