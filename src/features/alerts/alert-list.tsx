import { type ReactNode, useEffect, useMemo } from "react";
import { useAddressPart } from "../../client/use-address-part.ts";
import { startOfUtcDayMs } from "../../domain/time.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import { useOwnPosition } from "../../parts/map/use-own-position.ts";
import { mayLocateUnasked } from "../../platform/geolocation.ts";
import { RecordTable } from "../../ui/data-table/record-table.tsx";
import { createMemorySource } from "../../ui/data-table/table-source.ts";
import type { ListAction } from "../../ui/data-table/tools/tools-menu.tsx";
import { AlertCard } from "./alert-card.tsx";
import { alertColumns } from "./alert-columns.tsx";
import { AlertDialog } from "./alert-dialog.tsx";
import { type AlertItem, type AlertLine, createFoldedSource, singleLines } from "./alert-line.ts";
import { swipeAttributes, swipedLine } from "./swipe-attributes.ts";
import { useAlertStep } from "./use-alert-step.ts";

const NEWEST_FIRST = { column: "created", descending: true } as const;

interface AlertListProps {
  items: readonly AlertItem[];
  narrow: boolean;
  nowMs: number;
  /** In place of an empty list. */
  empty: ReactNode;
  /** Entries of the screen in the menu of the list on a phone. */
  actions: readonly ListAction[];
}

/** The alerts as the shared table, on phones as cards that fold those of one cause; and the alert that is open. */
export function AlertList({ items, narrow, nowMs, empty, actions }: AlertListProps) {
  const { open, show, close } = useAddressPart("alert");
  const step = useAlertStep();
  const position = useOwnPosition();
  useUnaskedPosition(position.ask);
  const { own } = position;
  const todayMs = startOfUtcDayMs(nowMs);
  const columns = useMemo(() => alertColumns({ onOpen: show, onStep: step }, todayMs), [show, step, todayMs]);
  const single = useMemo(() => createMemorySource(singleLines(items), { columns }), [items, columns]);
  const folded = useMemo(() => createFoldedSource(items, { columns }), [items, columns]);
  return (
    <>
      {items.length === 0 ? (
        empty
      ) : (
        <RecordTable
          table="alerts"
          caption={ALERTS.caption}
          columns={columns}
          source={narrow ? folded : single}
          defaultSort={NEWEST_FIRST}
          rowId={lineId}
          isUnsent={isWaiting}
          rowAttributes={swipeAttributes}
          onSwipe={(swipeId) => {
            const line = swipedLine(swipeId, items);
            if (line !== null) void step(line);
          }}
          phone={{
            card: (line) => <AlertCard line={line} nowMs={nowMs} own={own} onOpen={show} onStep={step} />,
            actions,
            fileSource: single,
          }}
          nowMs={nowMs}
        />
      )}
      {open !== null && (
        <AlertDialog
          key={open}
          alertId={open}
          position={position}
          nowMs={nowMs}
          narrow={narrow}
          onStep={step}
          onClose={close}
        />
      )}
    </>
  );
}

const lineId = ({ id }: AlertLine): string => id;
const isWaiting = ({ items }: AlertLine): boolean => items.some(({ alert }) => alert.waiting);

/** Finds this person's position where the browser permits it already: opening a list asks for no permission. */
function useUnaskedPosition(ask: () => Promise<unknown>): void {
  useEffect(() => {
    let here = true;
    void mayLocateUnasked().then((may) => {
      if (may && here) void ask();
    });
    return () => {
      here = false;
    };
  }, [ask]);
}
