import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { useServices } from "../../../../client/services.tsx";
import type { InsightStatus, ReviewAction } from "../../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../../query/insight-engine.ts";
import { photoViewStore } from "../../../../state/photo-view-store.ts";
import { useStableHandlers } from "../../../../ui/use-stable-handlers.ts";
import { hasNoPhoto } from "../../photo/insight-photo.ts";
import { PhotoViewer } from "../../photo/photo-viewer.tsx";
import type { UnsavedProps } from "../../unsaved/unsaved-panel.tsx";
import type { AddressActions } from "../address-actions.ts";
import type { InsightListView } from "../insight-list-store.ts";
import type { FollowingCursor } from "../rows/row-cursor.ts";
import { readNeighbour, settleViewed } from "./viewed-neighbours.ts";
import type { ViewedRow } from "./viewed-row.ts";

interface ViewedPhotoProps {
  viewed: ViewedRow;
  list: InsightListView;
  unsaved: Omit<UnsavedProps, "cap">;
  address: Pick<AddressActions, "address" | "setPage">;
  cursor: Pick<FollowingCursor, "show" | "find" | "focus">;
  reasonId: string;
  onAct(row: InsightRow, action: ReviewAction | { status: InsightStatus }): void;
  /** Opens the photo of another row; null closes it. */
  onView(viewed: ViewedRow | null): void;
}

/** The open photo. It leafs through the whole list, and the list follows. */
export function ViewedPhoto({ viewed, list, unsaved, reasonId, onAct, ...props }: ViewedPhotoProps) {
  const { photos } = useServices();
  const { skipsWithoutPhoto } = useStore(photoViewStore);
  const counts = (row: InsightRow) => !skipsWithoutPhoto || !hasNoPhoto(row);
  const matched = list.page?.matched ?? 0;
  const shown = { rows: list.shown, first: list.shownOffset, matched };
  const settled = settleViewed(viewed, shown, unsaved.state.unsaved, counts);
  const goTo = (next: ViewedRow) => {
    props.onView(next);
    const { insightId } = next.row;
    if (list.shown.some((row) => row.insightId === insightId)) return props.cursor.show(next.row);
    showPlace(next.index ?? 0, list, props.address);
    props.cursor.find([insightId]);
  };
  const reading = useFurtherRows({ viewed, list, counts, skipsWithoutPhoto, matched, goTo });
  const isOpenTo = (step: 1 | -1, near: ViewedRow | null, isFurther: boolean) =>
    near !== null || (isFurther && !reading.isEnd(step));
  return (
    <PhotoViewer
      row={settled.row}
      photos={photos}
      online={unsaved.online}
      mayAct={unsaved.mayAct}
      reasonId={reasonId}
      hasPrevious={isOpenTo(-1, settled.previous, settled.further.previous)}
      hasNext={isOpenTo(1, settled.next, settled.further.next)}
      seeks={reading.seeks}
      onMove={(step) => {
        const near = step === 1 ? settled.next : settled.previous;
        if (near === null) return reading.seek(step);
        reading.stop();
        goTo(near);
      }}
      onAct={onAct}
      onUndo={unsaved.onUndo}
      onRedo={unsaved.onRedo}
      onClose={() => {
        props.onView(null);
        // The row from which the photo was opened may be on another page. The cursor could not give the focus to the
        // viewed one: under the open dialog the list is inert.
        if (viewed.index !== null) props.cursor.focus(settled.row);
      }}
    />
  );
}

/** Brings a row, from 0, into the list behind the photo. */
function showPlace(index: number, list: InsightListView, { address, setPage }: ViewedPhotoProps["address"]) {
  if (list.window !== undefined) list.scrollTo(index);
  else setPage(Math.floor(index / address.pageSize) + 1);
}

interface FurtherRowsInput {
  viewed: ViewedRow;
  list: InsightListView;
  counts(row: InsightRow): boolean;
  skipsWithoutPhoto: boolean;
  /** Rows of the whole list: where they change, an end that was found may no longer be one. */
  matched: number;
  goTo(next: ViewedRow): void;
}

const NO_ENDS: ReadonlySet<string> = new Set();

/** Looks for the neighbour of the viewed row among rows that the list does not show. */
function useFurtherRows({ viewed, list, counts, skipsWithoutPhoto, matched, goTo }: FurtherRowsInput) {
  const { insights } = useServices();
  const { query } = list;
  const { insightId } = viewed.row;
  const [ends, setEnds] = useState({ query, names: NO_ENDS });
  const [asked, setAsked] = useState<string | null>(null);
  const reading = useRef<AbortController | null>(null);
  const stop = () => {
    reading.current?.abort();
    setAsked(null);
  };
  // The list may change during the read.
  const { arrive } = useStableHandlers({ arrive: goTo });
  // `matched` aborts nothing: it grows with each chunk of the first copy, and falls when the person archives a row.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is the neighbour of this row
  useEffect(() => stop, [insightId, skipsWithoutPhoto]);
  const nameOf = (step: 1 | -1) => `${insightId} ${skipsWithoutPhoto} ${step}`;
  const endOf = (step: 1 | -1) => `${nameOf(step)} ${matched}`;
  return {
    seeks: asked === nameOf(1) || asked === nameOf(-1),
    /** Whether nothing was found in this direction. */
    isEnd: (step: 1 | -1) => ends.query === query && ends.names.has(endOf(step)),
    seek(step: 1 | -1): void {
      const [name, end] = [nameOf(step), endOf(step)];
      // A held key asks again and again.
      if (asked === name) return;
      stop();
      const controller = new AbortController();
      const { signal } = controller;
      reading.current = controller;
      setAsked(name);
      readNeighbour(insights, query, viewed, { step, counts, signal }).then(
        (found) => {
          if (signal.aborted) return;
          setAsked(null);
          if (found !== null) arrive(found);
          else
            setEnds((now) => ({ query, names: new Set([...(now.query === query ? now.names : []), end]) }));
        },
        () => {
          if (!signal.aborted) setAsked(null);
        },
      );
    },
    stop,
  };
}
