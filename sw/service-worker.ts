import { cacheNames, clientsClaim } from "workbox-core";
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  type PrecacheEntry,
  precacheAndRoute,
} from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";
import { isClaim, isSkipWaiting } from "../src/protocol/worker-messages.ts";
import { createMapTiles, isTileRequest } from "./map-tiles.ts";
import { findInOfflineSets, isPictureRequest } from "./offline-set-pictures.ts";
import { createOpenedPhotos } from "./opened-photos.ts";
import { createPushMessages } from "./push-messages.ts";
import { openPushStore } from "./push-store.ts";
import { thumbnailBudgetBytes } from "./thumbnail-budget.ts";
import { createThumbnailCache, isThumbnailRequest } from "./thumbnail-cache.ts";

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] };

// The shell: page, styles and all chunks of one version, stored together and served from here first.
cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
// The public page is a document of its own; it is precached too, as landing.html.
const NOT_THE_APP = [/^\/api(\/|$)/, /^\/landing(\?|$)/];
registerRoute(new NavigationRoute(createHandlerBoundToURL("/index.html"), { denylist: NOT_THE_APP }));

/** Of the Service Worker Static Routing API, which not every browser has and TypeScript does not know. */
interface RoutableInstallEvent extends ExtendableEvent {
  addRoutes?(rule: {
    condition: { urlPattern: { pathname: string }; requestMethod: "GET" };
    source: { cacheName: string };
  }): Promise<void>;
}

// Files whose names hold their hash are taken from the precache by the browser itself, where it can: a start asks for
// some twenty of them, and each would wait for this worker's thread. One that is not there comes from the network.
self.addEventListener("install", (event: RoutableInstallEvent) => {
  const routed = event.addRoutes?.({
    condition: { urlPattern: { pathname: "/assets/*" }, requestMethod: "GET" },
    source: { cacheName: cacheNames.precache },
  });
  if (routed !== undefined) event.waitUntil(routed.catch(() => undefined));
});

// The first worker claims the page that registered it, so that its pictures are cached from the first visit on.
clientsClaim();

// A newer worker waits until a person agrees in the page; nothing else makes it take over.
self.addEventListener("message", (event) => {
  if (isSkipWaiting(event.data)) void self.skipWaiting();
  if (isClaim(event.data)) event.waitUntil(self.clients.claim());
});

const thumbnails = createThumbnailCache({
  caches: self.caches,
  fetch: (request) => fetch(request),
  now: () => Date.now(),
  budgetBytes: () => thumbnailBudgetBytes(self.navigator),
});

const opened = createOpenedPhotos({
  caches: self.caches,
  fetch: (request) => fetch(request),
  now: () => Date.now(),
});

const tiles = createMapTiles({ caches: self.caches, fetch: (request) => fetch(request) });

self.addEventListener("fetch", (event) => {
  if (isTileRequest(event.request, self.location.origin)) {
    event.respondWith(tiles.answer(event.request, (work) => event.waitUntil(work)));
    return;
  }
  if (!isPictureRequest(event.request)) return;
  event.respondWith(answerPicture(event.request, (work) => event.waitUntil(work)));
});

/** Offline sets first, then the picture caches, then the server. */
async function answerPicture(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> {
  // A cache that cannot be read must not cost a person the picture.
  const saved = await findInOfflineSets(self.caches, request).catch(() => undefined);
  if (saved !== undefined) return saved;
  return (isThumbnailRequest(request) ? thumbnails : opened).answer(request, later);
}

const pushMessages = createPushMessages({
  store: openPushStore(),
  show: (title, options) => self.registration.showNotification(title, options),
  pages: async () => await self.clients.matchAll({ type: "window" }),
  openWindow: (address) => self.clients.openWindow(address),
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
});

self.addEventListener("push", (event) => event.waitUntil(pushMessages.received(event.data?.text() ?? null)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(pushMessages.clicked(event.notification.data, event.action));
});
self.addEventListener("pushsubscriptionchange", (event) => {
  (event as ExtendableEvent).waitUntil(pushMessages.subscriptionChanged());
});
