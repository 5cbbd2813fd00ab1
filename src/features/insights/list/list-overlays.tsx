import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { type UnsavedProps, UnsavedSheet } from "../unsaved/unsaved-panel.tsx";
import type { AddressActions } from "./address-actions.ts";
import type { InsightListStore, InsightListView } from "./insight-list-store.ts";
import type { FollowingCursor } from "./rows/row-cursor.ts";

const ViewedPhoto = lazy(async () => ({
  default: (await import("./viewed/viewed-photo.tsx")).ViewedPhoto,
}));

interface ListOverlaysProps {
  store: InsightListStore;
  list: InsightListView;
  address: AddressActions;
  /** Follows the photo that is open. */
  cursor: FollowingCursor;
  unsaved: Omit<UnsavedProps, "cap">;
  sheetOpen: boolean;
  onCloseSheet(): void;
  reasonId: string;
  /** The last words of the live region. */
  said: string;
  onAct(row: InsightRow, action: ReviewAction | { status: InsightStatus }): void;
}

/** The overlays of the list: the sheet of unsaved actions and the open photo. */
export function ListOverlays({ store, sheetOpen, onCloseSheet, said, ...shared }: ListOverlaysProps) {
  const { row: viewed } = useStore(store.viewed);
  return (
    <>
      <UnsavedSheet {...shared.unsaved} cap={null} open={sheetOpen} onClose={onCloseSheet} />
      {viewed !== null && (
        <Suspense fallback={null}>
          <ViewedPhoto {...shared} viewed={viewed} onView={(row) => store.viewed.setState({ row })} />
        </Suspense>
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {said}
      </div>
    </>
  );
}
