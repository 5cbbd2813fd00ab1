import { useLiveQuery } from "dexie-react-hooks";
import { lazy, Suspense, useMemo } from "react";
import { useSearchParams } from "wouter";
import type { Role } from "../../domain/role.ts";
import { LoadingNotice } from "../../ui/loading-notice.tsx";
import { useServices } from "../services.tsx";
import { useSyncStatus } from "../use-sync.ts";
import { queryOf } from "./insight-address.ts";
import styles from "./insights-page.module.css";
import { InsightsScreen } from "./insights-screen.tsx";
import { REVIEW_PARAMETER } from "./review-mode/review-address.ts";
import { ThumbnailContext } from "./thumbnail.tsx";
import { createThumbnailQueue } from "./thumbnail-queue.ts";
import { areCollectionsWanted, useCollections } from "./use-collections.ts";
import { useInsightAddress } from "./use-insight-address.ts";
import { useOpening } from "./use-opening.ts";

const ReviewMode = lazy(async () => ({
  default: (await import("./review-mode/review-mode.tsx")).ReviewMode,
}));

/** The insights tab: everything that the Sentinels saw, and what this person makes of it. */
export function InsightsPage({ role }: { role: Role }) {
  const { insights, mirror, photos } = useServices();
  const [search] = useSearchParams();
  const reviewing = search.has(REVIEW_PARAMETER);
  const address = useInsightAddress();
  const { filter, sort, page, pageSize, collections: named } = address.address;
  const opening = useOpening({
    view: insights,
    mirror,
    question: (enabled) =>
      reviewing ? null : queryOf(address.address, enabled && (named ?? areCollectionsWanted())),
  });
  const collections = useCollections({
    mirror,
    first: opening?.collectionsEnabled,
    named,
    onNamed: address.setCollections,
  });
  const { grouped } = collections;
  const query = useMemo(
    () => queryOf({ filter, sort, page, pageSize }, grouped),
    [filter, sort, page, pageSize, grouped],
  );
  const queue = useMemo(() => createThumbnailQueue(photos), [photos]);
  const online = useSyncStatus().phase === "online";
  const thumbnails = useMemo(() => ({ queue, online }), [queue, online]);
  const groups = useLiveQuery(() => mirror.groups(), [mirror]) ?? opening?.groups;
  if (opening === null || collections.enabled === undefined || groups === undefined)
    return <div className={styles.page} aria-busy="true" />;
  if (reviewing) {
    return (
      <Suspense fallback={<LoadingNotice />}>
        <ReviewMode role={role} query={query} pageSize={address.address.pageSize} />
      </Suspense>
    );
  }
  return (
    <ThumbnailContext value={thumbnails}>
      <InsightsScreen
        role={role}
        paged={query}
        first={opening.first}
        address={address}
        collections={collections}
        groups={groups}
      />
    </ThumbnailContext>
  );
}
