import { LOCAL_KEYS } from "../platform/stored-values.ts";
import type { User } from "../protocol/shapes.ts";
import type { SessionStoreApi } from "../state/session-store.ts";
import { updateStore } from "../state/update-store.ts";
import { preloadLaterParts } from "../ui/later-part.tsx";
import { EntryPage, SignedIn } from "./app.tsx";
import type { ClientWorld } from "./composition/client-world.ts";
import type { Prefetched } from "./composition/prefetched.ts";
import { routeOf } from "./navigation/route.ts";
import { insightsReadFor, prefetchScreen, preloadScreen } from "./navigation/screens.ts";
import type { OpenServices } from "./shell/signed-in.tsx";

/** The first render takes less; after it nothing takes what was prefetched. */
const DROP_AFTER_MS = 10_000;
/** Upper bound for the blank page before the first render. */
const RENDER_WITHIN_MS = 1_500;

export interface BootParts {
  world: Pick<ClientWorld, "local" | "insightWorkers" | "storages">;
  session: SessionStoreApi;
  services: Prefetched<User, OpenServices>;
  /** Whether a service worker keeps all code of this version on this device. */
  keepsCode: boolean;
  /** The address that was opened. */
  location: Pick<Location, "pathname" | "search">;
  render(): void;
  /** Called after the first render: code that no first screen needs may load. */
  firstScreenShown(): void;
}

/**
 * The order of start-up. To preload is to load code early, to prefetch is to open or read data early.
 *
 * | Step | What | Taken by | Dropped |
 * |---|---|---|---|
 * | 1 | the query worker is started, unless public/first-parts.js has started it, and on the dashboard and Insights reads the insights of the person that this device remembers | the services' query engine | signed out, too old, after 10 s; another person's are read instead |
 * | 2 | the code of signed-in people is loaded, and the databases of the person that this device remembers are opened | the services | signed out, too old, another person, after 10 s |
 * | 3 | the code of the screen in the address, or of the sign-in page, is loaded | the first render | never |
 * | 4 | it is found out who is signed in: this device remembers it, the server confirms it later | | |
 * | 5 | the services of that person are composed, and the first rows of the screen are read with them | `SignedIn` | signed out, too old, another person or role, after 10 s |
 * | 6 | the app is rendered, with 3 and 5 or after 1.5 s | | |
 * | 7 | the code that syncs and that changes the outbox is loaded when the page is idle, then sync starts | | |
 * | 8 | the code of dialogs and everyday screens is loaded when the page is idle, and that of all others where no service worker keeps it, or will not for long | each when it is shown | never |
 *
 * Without a token on this device there is no person to prefetch for: 1, 2 and 5 are left out.
 */
export async function boot(parts: BootParts): Promise<void> {
  const { world, session, services, location } = parts;
  const dropAll = () => {
    services.drop();
    world.storages.drop();
    world.insightWorkers.drop();
  };
  session.subscribe(({ session: { phase } }) => {
    // No data of a person stays open without a session, and the next person must not take it.
    if (phase === "signedOut") dropAll();
  });
  updateStore.subscribe(() => {
    // Nothing is sent or changed while the app is too old for its server or its data.
    if (isTooOld()) dropAll();
  });

  const mayBeSignedIn = world.local.get(LOCAL_KEYS.token) !== null;
  const remembered = mayBeSignedIn ? prefetchRemembered(world, session, location) : undefined;
  const preloaded = mayBeSignedIn ? preloadScreen(location.search) : EntryPage.preload();
  void session.getState().start();
  await whenReady(session, preloaded, async (user, late) => {
    await remembered;
    if (routeOf(location.pathname) !== "/" || isTooOld()) return;
    await prefetchScreen(location.search, user.role, services.prefetch(user), late);
  });
  parts.render();
  parts.firstScreenShown();
  setTimeout(dropAll, DROP_AFTER_MS);
  preloadLaterParts(parts.keepsCode ? ["often"] : ["often", "seldom"]);
}

function isTooOld(): boolean {
  const { tooOld, dataIsNewer } = updateStore.getState();
  return tooOld || dataIsNewer;
}

/** Starts what needs no more than the id of the person that this device remembers. */
export async function prefetchRemembered(
  { local, insightWorkers, storages }: BootParts["world"],
  session: Pick<SessionStoreApi, "getState">,
  { search }: Pick<Location, "search">,
): Promise<void> {
  const stored = Number(local.get(LOCAL_KEYS.userId) ?? Number.NaN);
  const userId = Number.isSafeInteger(stored) ? stored : null;
  // IndexedDB serves one read after another: on other screens the worker's read would delay the first rows.
  const prefetch = insightsReadFor(search);
  insightWorkers.prefetch(userId === null || prefetch === null ? null : { userId, prefetch });
  await SignedIn.preload();
  const { phase } = session.getState().session;
  if (userId !== null && SignedIn.isLoaded() && phase !== "signedOut" && !isTooOld())
    storages.prefetch(userId);
}

/**
 * Resolves once it is known who is signed in, the screen's code is loaded and its first rows are read: a loading notice
 * for so short a time would only delay a slow phone. Resolves after 1.5 s in any case.
 *
 * @param preloaded resolves when the screen's code is here
 * @param prefetch reads what the screen shows first, for who is signed in; `SignedIn` reports what fails here. `late`
 *   is aborted where it has taken too long.
 */
export async function whenReady(
  session: SessionStoreApi,
  preloaded: Promise<void>,
  prefetch: (user: User, late: AbortSignal) => Promise<void>,
): Promise<void> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RENDER_WITHIN_MS);
  const tooLate = new Promise<void>((resolve) => {
    late.signal.addEventListener("abort", () => resolve());
  });
  const prefetched = untilKnown(session, late.signal).then(async () => {
    const known = session.getState().session;
    if (known.phase === "signedIn" && !late.signal.aborted)
      await prefetch(known.user, late.signal).catch(() => undefined);
  });
  await Promise.race([Promise.all([prefetched, preloaded]), tooLate]);
  clearTimeout(timer);
}

function isKnown(session: SessionStoreApi): boolean {
  return session.getState().session.phase !== "starting";
}

function untilKnown(session: SessionStoreApi, late: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (isKnown(session)) return resolve();
    const stop = session.subscribe(() => {
      if (!isKnown(session)) return;
      stop();
      resolve();
    });
    late.addEventListener("abort", stop);
  });
}
