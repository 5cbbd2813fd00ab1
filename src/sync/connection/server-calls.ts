import type { BulkStatus } from "../../domain/bulk-update.ts";
import type { RetentionChoice } from "../../domain/offline/retention.ts";
import { isRecord } from "../../domain/record-guard.ts";
import { isMoment, isoTime } from "../../domain/time.ts";
import type { Http, HttpOutcome } from "../../platform/http.ts";
import {
  type Guard,
  isFlag,
  isListOf,
  isMessage,
  isNumber,
  isOneOf,
  isOrNull,
  isShape,
  isText,
} from "../../platform/json-shape.ts";
import type { BulkUpdateItem } from "../../protocol/bulk-updates.ts";
import {
  AFTER_KEY_PARAMETER,
  FETCH_PAGE_SIZE,
  IDEMPOTENCY_KEY_HEADER,
} from "../../protocol/protocol-version.ts";
import { isAlert, isDevice, isGroup, isModel } from "../../protocol/records/record-guards.ts";
import type { Alert, Device, Feature, Group, Model, Photo } from "../../protocol/shapes.ts";
import { daysText, groupsText } from "../../protocol/sync-choice.ts";
import type { SyncEstimate, SyncEstimates } from "../../protocol/sync-estimate.ts";
import { isSyncPage } from "../../protocol/sync-page-check.ts";
import { type EncodedPage, encodePage } from "../../storage/mirror/encode-page.ts";

/** A page of many rows may take long on a slow link; shorter waits hold for all else. */
const PAGE_TIMEOUT_MS = 120_000;
/** A full batch is some 100 kB, which takes long on a slow uplink. */
const BATCH_TIMEOUT_MS = 60_000;
/** Counted over an index of the whole archive. */
const ESTIMATE_TIMEOUT_MS = 30_000;

type Rows = Record<string, unknown>[];
type Answer<T> = Promise<HttpOutcome<{ message: T }>>;

export interface BulkAnswer {
  message: string;
  status: BulkStatus;
  items?: unknown;
  /** The key under which the bulk update was sent; absent where the server does not say. */
  key?: string | null;
}

/** Every call that sync makes, with the shape that it counts on. */
export interface ServerCalls {
  /**
   * @param at `retention` is sent with each call, because a lost cursor loses the choice stored in it; `afterKey`: see
   * AFTER_KEY_PARAMETER
   */
  syncPage(
    at: { cursor: string | null; limit: number; retention: RetentionChoice; afterKey: string | null },
    signal: AbortSignal,
  ): Promise<HttpOutcome<EncodedPage>>;
  /** Rows and bytes that one choice would bring. */
  syncEstimate(retention: RetentionChoice, signal: AbortSignal): Answer<SyncEstimate>;
  /** The same for each window of days that a picker shows, by group. */
  syncEstimates(signal: AbortSignal): Answer<SyncEstimates["message"]>;
  /** Rows, photos and bytes of one selection, as `GET /api/sync/estimate` takes it. */
  offlineSetEstimate(
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Answer<SyncEstimates["message"]>;
  features(signal: AbortSignal): Answer<Feature[]>;
  devices(signal: AbortSignal): Answer<Device[]>;
  groups(signal: AbortSignal): Answer<Group[]>;
  alerts(signal: AbortSignal): Answer<Alert[]>;
  models(userId: number, signal: AbortSignal): Answer<Model[]>;
  count(signal: AbortSignal): Answer<{ count: number }>;
  /** `collections` folds insights into their collections where the user's feature is on. */
  insightPage(kind: "insights" | "collections", offset: number, signal: AbortSignal): Answer<Rows>;
  photos(signal: AbortSignal): Answer<Photo[]>;
  postBatch(
    key: string,
    batch: { items: readonly BulkUpdateItem[]; sentAtMs: number | null },
    signal: AbortSignal,
    afterKey: string | null,
  ): Answer<{ bulkId: string }>;
  bulkUpdate(bulkId: string, signal: AbortSignal): Answer<BulkAnswer>;
}

export function createServerCalls(http: Http): ServerCalls {
  const get = <T>(path: string, message: Guard<T>, signal: AbortSignal, timeoutMs?: number) =>
    http.call({
      path,
      accept: isMessage(message),
      signal,
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    });
  return {
    syncPage: ({ cursor, limit, retention, afterKey }, signal) =>
      http.call({
        path: "/api/sync",
        query: {
          cursor: cursor ?? undefined,
          limit,
          ...keepQuery(retention),
          replaced: true,
          // Each insight names its photo; only pictures on this device are looked up by what is gone.
          photos: "gone",
          ...afterKeyQuery(afterKey),
        },
        accept: isSyncPage,
        convert: encodePage,
        timeoutMs: PAGE_TIMEOUT_MS,
        signal,
      }),
    syncEstimate: (retention, signal) =>
      http.call({
        path: "/api/sync",
        query: { ...keepQuery(retention), estimate: "true" },
        accept: isMessage(isEstimate),
        timeoutMs: ESTIMATE_TIMEOUT_MS,
        signal,
      }),
    syncEstimates: (signal) =>
      get("/api/sync/estimate", isListOf(isWindow), signal, ESTIMATE_TIMEOUT_MS) as Answer<
        SyncEstimates["message"]
      >,
    offlineSetEstimate: (query, signal) =>
      http.call({
        path: "/api/sync/estimate",
        query,
        accept: isMessage(isListOf(isWindow)),
        timeoutMs: ESTIMATE_TIMEOUT_MS,
        signal,
      }) as Answer<SyncEstimates["message"]>,
    features: (signal) => get("/api/features", isListOf(isFeature), signal),
    devices: (signal) => get("/api/getDevicesForUser", isListOf(isDevice), signal),
    groups: (signal) => get("/api/v2/groups", isListOf(isGroup), signal),
    alerts: (signal) => get("/api/alerts", isListOf(isAlert), signal),
    models: (userId, signal) => get(`/api/getModelsForUser/${userId}`, isListOf(isModel), signal),
    count: (signal) => get("/api/insights/count", isShape<{ count: number }>({ count: isNumber }), signal),
    insightPage: (kind, offset, signal) =>
      http.call({
        path: `/api/${kind}/paginated`,
        query: { limit: FETCH_PAGE_SIZE, offset },
        accept: isMessage(isListOf(isRecord)),
        timeoutMs: PAGE_TIMEOUT_MS,
        signal,
      }),
    photos: (signal) => get("/api/insights/photos", isListOf(isPhoto), signal, PAGE_TIMEOUT_MS),
    postBatch: (key, { items, sentAtMs }, signal, afterKey) =>
      http.call({
        method: "POST",
        path: "/api/updates/",
        query: afterKeyQuery(afterKey),
        headers: { [IDEMPOTENCY_KEY_HEADER]: key },
        body: {
          insights: items,
          ...(sentAtMs !== null && isMoment(sentAtMs) && { sentAt: isoTime(sentAtMs) }),
        },
        accept: isMessage(isShape<{ bulkId: string }>({ bulkId: isText })),
        timeoutMs: BATCH_TIMEOUT_MS,
        signal,
      }),
    bulkUpdate: (bulkId, signal) =>
      http.call({
        path: "/api/updates",
        query: { bulk_id: bulkId },
        accept: isMessage(isBulkAnswer),
        signal,
      }),
  };
}

/** No parameter where nothing is known to be done. */
export function afterKeyQuery(afterKey: string | null): Record<string, string> {
  return afterKey === null ? {} : { [AFTER_KEY_PARAMETER]: afterKey };
}

function keepQuery({ days, groups }: RetentionChoice) {
  return { days: daysText(days), groups: groupsText(groups) };
}

const isEstimate = isShape<SyncEstimate>({ rows: isNumber, bytes: isNumber });
const isWindow = isShape<SyncEstimates["message"][number]>({
  days: isOrNull(isNumber),
  total: isEstimate,
  groups: isListOf(isShape({ group_id: isText, rows: isNumber, bytes: isNumber })),
});
const isFeature = isShape<Feature>({ id: isText, key: isText, enabled: isFlag });
const isPhoto = isShape<Photo>({
  insightId: isText,
  deviceId: isText,
  table: isText,
  path: isText,
  createdAt: isText,
});
const isBulkAnswer = isShape<BulkAnswer>({
  message: isText,
  status: isOneOf<BulkStatus>([1, 2, 3, 4]),
});
