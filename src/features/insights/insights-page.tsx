import { useLiveQuery } from "dexie-react-hooks";
import { useMemo, useState } from "react";
import { useSearchParams } from "wouter";
import { type Services, useServices } from "../../client/services.tsx";
import { useSyncStatus } from "../../client/use-sync.ts";
import { today } from "../../client/use-utc-day.ts";
import type { Role } from "../../domain/account/role.ts";
import { watchNearViewport } from "../../parts/photo/near-viewport.ts";
import { systemTimers } from "../../platform/timers.ts";
import type { InsightQuery } from "../../query/insight-engine.ts";
import { usePreloaded } from "../../ui/later-part.tsx";
import { LaterScreen } from "../../ui/later-screen.tsx";
import styles from "./insights-page.module.css";
import { areCollectionsWanted } from "./list/collections.ts";
import { type InsightAddress, queryOf, readAddress, writeAddress } from "./list/insight-address.ts";
import { InsightsScreen } from "./list/insights-screen.tsx";
import { prefetchOpening } from "./list/opening.ts";
import { createListWork } from "./list/rows/list-work.ts";
import { NOT_REVIEWED } from "./list/rows/use-not-reviewed.ts";
import { useCollections } from "./list/use-collections.ts";
import { useInsightAddress } from "./list/use-insight-address.ts";
import { useOpening } from "./list/use-opening.ts";
import { ThumbnailContext } from "./photo/thumbnail.tsx";
import { createThumbnailQueue } from "./photo/thumbnail-queue.ts";
import { REVIEW_PARAMETER, writeReviewPlace } from "./review-mode/cursor/review-address.ts";
import { ReviewMode } from "./review-mode/later-review.ts";

/** Prefetches the first page of the tab. @param search of the address that is opened */
export async function prefetchInsights(
  { insights: view, mirror }: Pick<Services, "insights" | "mirror">,
  search: string,
): Promise<void> {
  const parameters = new URLSearchParams(search);
  const address = readAddress(parameters, today());
  await prefetchOpening({ view, mirror, question: firstQuestion(address, parameters.has(REVIEW_PARAMETER)) });
}

/** Null in review mode, which asks for itself. */
function firstQuestion(address: InsightAddress, reviewing: boolean) {
  return (enabled: boolean): InsightQuery | null =>
    reviewing ? null : queryOf(address, enabled && (address.collections ?? areCollectionsWanted()));
}

export function InsightsPage({ role }: { role: Role }) {
  const { insights, mirror, photos } = useServices();
  const [search, setSearch] = useSearchParams();
  const [work] = useState(createListWork);
  /** Review mode begins anew with each. */
  const [turn, setTurn] = useState(0);
  const reviewing = search.has(REVIEW_PARAMETER);
  const [openedInReview] = useState(reviewing);
  // The list stays until the code is here: an empty screen in between would look like an error.
  const isReviewHere = usePreloaded(reviewing ? ReviewMode : undefined);
  const [reviewed, setReviewed] = useState(reviewing);
  if (reviewing && !reviewed) setReviewed(true);
  const address = useInsightAddress();
  const { filter, sort, page, pageSize } = address.address;
  const opening = useOpening({
    view: insights,
    mirror,
    question: firstQuestion(address.address, reviewing),
  });
  const collections = useCollections({
    mirror,
    first: opening?.collectionsEnabled,
    control: address,
  });
  const { grouped } = collections;
  const query = useMemo(
    () => queryOf({ filter, sort, page, pageSize }, grouped),
    [filter, sort, page, pageSize, grouped],
  );
  const queue = useMemo(() => createThumbnailQueue(photos, systemTimers), [photos]);
  const [nearViewport] = useState(watchNearViewport);
  const online = useSyncStatus().phase === "online";
  const thumbnails = useMemo(() => ({ queue, nearViewport, online }), [queue, nearViewport, online]);
  const groups = useLiveQuery(() => mirror.groups(), [mirror]) ?? opening?.groups;
  if (opening === null || collections.enabled === undefined || groups === undefined)
    return <div className={styles.page} aria-busy="true" />;
  if (reviewing && (isReviewHere || openedInReview)) {
    const onNext = () => {
      const next = writeAddress({ ...address.address, filter: NOT_REVIEWED, page: 1 }, search);
      setSearch(writeReviewPlace({ index: 0, insightId: null }, next), { replace: true });
      setTurn(turn + 1);
    };
    const { pageSize } = address.address;
    return (
      <LaterScreen key={turn} part={ReviewMode} props={{ ...{ role, query, work }, pageSize, onNext }} />
    );
  }
  return (
    <ThumbnailContext value={thumbnails}>
      <InsightsScreen
        role={role}
        paged={query}
        // Review mode has changed rows since the tab was opened: the first answer is too old then.
        first={reviewed ? null : opening.first}
        work={work}
        address={address}
        collections={collections}
        groups={groups}
      />
    </ThumbnailContext>
  );
}
