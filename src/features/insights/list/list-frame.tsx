import type { ReactNode, RefObject } from "react";
import { useServices } from "../../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../../client/use-sync.ts";
import type { ReviewAction } from "../../../domain/insight/insight.ts";
import type { OutboxState } from "../../../domain/outbox/projection.ts";
import { insightsMessages } from "../../../messages/insights/insights.ts";
import { CapNotice } from "../../../parts/cap-notice.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import type { Review } from "../actions/review.ts";
import { LaterCurrent } from "../desk/later-current.tsx";
import { useFirstInSight } from "../desk/use-first-in-sight.ts";
import styles from "../insights-page.module.css";
import { ReviewButton } from "../review-mode/review-button.tsx";
import { UnsavedBar, UnsavedPanel } from "../unsaved/unsaved-panel.tsx";
import { useOutcomeLeaves } from "../unsaved/use-outcome-leaves.ts";
import { useUnsavedPlace } from "../unsaved/use-unsaved-placement.ts";
import type { AddressActions } from "./address-actions.ts";
import type { InsightListStore, InsightListView } from "./insight-list-store.ts";
import { Restricted } from "./insights-head.tsx";
import { InsightsLayout } from "./insights-layout.tsx";
import { ListOverlays } from "./list-overlays.tsx";
import { ListPageBar } from "./list-page-bar.tsx";
import type { InsightSelection } from "./rows/insight-selection.ts";
import type { FollowingCursor } from "./rows/row-cursor.ts";
import { SelectionBar } from "./rows/selection-bar.tsx";

interface ListFrameProps {
  store: InsightListStore;
  list: InsightListView;
  selection: InsightSelection;
  address: AddressActions;
  scroller: RefObject<HTMLDivElement | null>;
  narrow: boolean;
  mayAct: boolean;
  reasonId: string;
  cursor: FollowingCursor;
  /** This device holds a part of all insights. */
  partly: boolean;
  /** On a phone: a press on a card chooses it. */
  selecting: boolean;
  review: Review;
  onUndo(): Promise<void>;
  onRedo(): Promise<void>;
  onActOnSelection(action: ReviewAction): Promise<void>;
  head: ReactNode;
  children: ReactNode;
}

/** The bars, notices and overlays around the rows. */
export function ListFrame(props: ListFrameProps) {
  const { store, list, selection, address, cursor, narrow, mayAct, reasonId, review } = props;
  const { insights: view, outbox } = useServices();
  const online = useSyncStatus().phase === "online";
  const state = useOutboxState();
  const place = useUnsavedPlace(narrow);
  const firstInSight = useFirstInSight(list, place.panelShown ? props.scroller : null);
  useOutcomeLeaves(state.bulk);
  const { table } = store;
  const unsaved = {
    outbox,
    state,
    view,
    online,
    mayAct,
    onUndo: () => void props.onUndo(),
    onRedo: () => void props.onRedo(),
    onCancelAll: review.cancelAll,
    onSave: review.save,
    onOpen: store.openPhoto,
    onRemove: mayAct ? review.remove : null,
  };
  const cap = review.capped !== null && (
    <CapNotice
      step={review.capped.step}
      count={review.capped.count}
      decided={review.capped.decided}
      onContinue={review.continuePastCap}
      onLeave={review.leaveCapped}
      onFocusLost={cursor.stay}
    />
  );
  return (
    <InsightsLayout
      narrow={narrow}
      stale={list.stale}
      scroller={props.scroller}
      head={props.head}
      pageBar={<ListPageBar list={list} address={address} scroller={props.scroller} />}
      selectionBar={
        selection.count > 0 ? (
          <SelectionBar
            selection={selection}
            partly={props.partly}
            mayAct={mayAct}
            reasonId={reasonId}
            onAct={(action) => void props.onActOnSelection(action)}
            onEverything={table.selectEverything}
            onClear={table.clear}
          />
        ) : null
      }
      notices={[
        (state.storageError || review.failed) && (
          <Notice tone="danger">{insightsMessages.storageError}</Notice>
        ),
        selection.range === "failed" && (
          <Notice tone="danger">{insightsMessages.selection.rangeFailed}</Notice>
        ),
        selection.range === "unread" && <Notice tone="danger">{insightsMessages.selection.unread}</Notice>,
        !place.panelShown && cap,
        narrow && !mayAct && <Restricted id={reasonId} />,
      ]}
      unsavedBar={!place.panelShown && <UnsavedBar {...unsaved} cap={null} onShow={place.open} />}
      panel={
        place.panelShown && (
          <UnsavedPanel
            {...unsaved}
            cap={cap}
            current={
              <LaterCurrent
                row={cursor.row ?? firstInSight}
                chosen={cursor.row !== null}
                viewed={store.viewed}
                short={hasPanelWork(state)}
                online={online}
                onOpen={store.openPhoto}
              />
            }
            onCollapse={place.collapsePanel}
          />
        )
      }
      thumbButton={
        (list.page?.matched ?? 0) > 0 && !props.selecting ? (
          <ReviewButton order={list.query} className={styles.review} />
        ) : null
      }
      overlays={
        <ListOverlays
          {...{ store, list, address, cursor, unsaved, reasonId }}
          sheetOpen={place.sheetOpen}
          onCloseSheet={place.closeSheet}
          said={review.said}
          onAct={(row, action) => void review.act([row], action)}
        />
      }
    >
      {props.children}
    </InsightsLayout>
  );
}

/** Whether the panel has more to show than that nothing is unsaved. */
function hasPanelWork({ unsaved, batches, bulk, refused }: OutboxState): boolean {
  return unsaved.length > 0 || batches.length > 0 || bulk !== null || refused.length > 0;
}
