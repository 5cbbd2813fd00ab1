import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { useServices } from "../../../client/services.tsx";
import type { InsightStatus, ReviewAction } from "../../../domain/insight/insight.ts";
import type { InsightRow } from "../../../query/insight-engine.ts";
import { photoViewStore } from "../../../state/photo-view-store.ts";
import { hasNoPhoto } from "../photo/insight-photo.ts";
import { type UnsavedProps, UnsavedSheet } from "../unsaved/unsaved-panel.tsx";
import type { InsightListStore, InsightListView } from "./insight-list-store.ts";
import { settleViewed } from "./rows/viewed-row.ts";

const PhotoViewer = lazy(async () => ({
  default: (await import("../photo/photo-viewer.tsx")).PhotoViewer,
}));

interface ListOverlaysProps {
  store: InsightListStore;
  list: InsightListView;
  unsaved: Omit<UnsavedProps, "cap">;
  sheetOpen: boolean;
  onCloseSheet(): void;
  reasonId: string;
  /** The last words of the live region. */
  said: string;
  onAct(row: InsightRow, action: ReviewAction | { status: InsightStatus }): void;
  /** The photo of another row is open. */
  onMoved(row: InsightRow): void;
}

/** The overlays of the list: the sheet of unsaved actions and the open photo. */
export function ListOverlays(props: ListOverlaysProps) {
  const { store, list, unsaved } = props;
  const { photos } = useServices();
  const { row: viewed } = useStore(store.viewed);
  const { skipsWithoutPhoto } = useStore(photoViewStore);
  const settled =
    viewed &&
    settleViewed(
      viewed,
      { rows: list.shown, first: list.shownOffset },
      unsaved.state.unsaved,
      (row) => !skipsWithoutPhoto || !hasNoPhoto(row),
    );
  return (
    <>
      <UnsavedSheet {...unsaved} cap={null} open={props.sheetOpen} onClose={props.onCloseSheet} />
      {settled !== null && (
        <Suspense fallback={null}>
          <PhotoViewer
            row={settled.row}
            photos={photos}
            online={unsaved.online}
            mayAct={unsaved.mayAct}
            reasonId={props.reasonId}
            hasPrevious={settled.previous !== null}
            hasNext={settled.next !== null}
            onMove={(step) => {
              const row = step === 1 ? settled.next : settled.previous;
              if (row === null) return;
              store.viewed.setState({ row });
              props.onMoved(row.row);
            }}
            onAct={props.onAct}
            onUndo={unsaved.onUndo}
            onRedo={unsaved.onRedo}
            onClose={() => store.viewed.setState({ row: null })}
          />
        </Suspense>
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {props.said}
      </div>
    </>
  );
}
