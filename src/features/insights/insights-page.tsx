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
import { useCollections } from "./use-collections.ts";
import { useInsightAddress } from "./use-insight-address.ts";
import { useFirstAnswer } from "./use-insight-page.ts";

const ReviewMode = lazy(async () => ({
  default: (await import("./review-mode/review-mode.tsx")).ReviewMode,
}));

/** The insights tab: everything that the Sentinels saw, and what this person makes of it. */
export function InsightsPage({ role }: { role: Role }) {
  const { insights, mirror, photos } = useServices();
  const collections = useCollections(mirror);
  const address = useInsightAddress();
  const query = useMemo(
    () => queryOf(address.address, collections.grouped),
    [address.address, collections.grouped],
  );
  const queue = useMemo(() => createThumbnailQueue(photos), [photos]);
  const online = useSyncStatus().phase === "online";
  const thumbnails = useMemo(() => ({ queue, online }), [queue, online]);
  const groups = useLiveQuery(() => mirror.groups(), [mirror]);
  const [search] = useSearchParams();
  const reviewing = search.has(REVIEW_PARAMETER);
  const first = useFirstAnswer(insights, collections.enabled === undefined || reviewing ? null : query);
  // Both decide what stands in the page's head; nothing moves there once it is shown.
  if (collections.enabled === undefined || groups === undefined)
    return <div className={styles.page} aria-busy="true" />;
  if (reviewing) {
    return (
      <Suspense fallback={<LoadingNotice />}>
        <ReviewMode role={role} query={query} pageSize={address.address.pageSize} />
      </Suspense>
    );
  }
  if (first === undefined) return <div className={styles.page} aria-busy="true" />;
  return (
    <ThumbnailContext value={thumbnails}>
      <InsightsScreen
        role={role}
        paged={query}
        first={first}
        address={address}
        collections={collections}
        groups={groups}
      />
    </ThumbnailContext>
  );
}
