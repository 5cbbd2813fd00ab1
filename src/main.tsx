import "./ui/tokens.css";
import "./ui/base.css";
import { createRoot } from "react-dom/client";
import { App, EntryPage } from "./app/app.tsx";
import { browserWorld, composeServices, composeSession, followOtherTabs } from "./app/compose-services.ts";
import { preloadLaterParts } from "./app/later-part.tsx";
import { routeOf } from "./app/route.ts";
import { createServicesAhead } from "./app/services-ahead.ts";
import { beginScreen, prepareScreen } from "./app/tab-screen.tsx";
import { warmUp } from "./app/warm-up.ts";
import { watchForMissingParts } from "./app/watch-for-missing-parts.ts";
import { whenReady } from "./app/when-ready.ts";
import { LOCAL_KEYS } from "./platform/stored-values.ts";
import type { User } from "./protocol/shapes.ts";
import { watchInstallOffer } from "./state/install-store.ts";
import {
  createPublicConfigStore,
  fetchPublicConfig,
  publicConfigCache,
} from "./state/public-config-store.ts";
import { updateStore } from "./state/update-store.ts";

// The composition root: what the app is made of is put together here and nowhere else.
const { world, setPace } = browserWorld(import.meta.env);
const { http, session } = composeSession(world);
const publicConfig = createPublicConfigStore(
  () => fetchPublicConfig(http),
  publicConfigCache(world.keyValues),
);
const services = createServicesAhead((user: User) => composeServices(user, { http, world }), session);
/** Longer than this the first drawing does not take, and what it has not taken by then nobody works with. */
const TAKEN_WITHIN_MS = 10_000;

publicConfig.subscribe(({ config }) => setPace(config?.pace));
watchInstallOffer();
watchForMissingParts();
// Nothing is sent or changed while the app is too old for its server.
updateStore.subscribe(({ tooOld, dataIsNewer }) => {
  if (tooOld || dataIsNewer) services.drop();
});
followOtherTabs(session);
const mayBeSignedIn = world.local.get(LOCAL_KEYS.token) !== null;
if (mayBeSignedIn) warmUp(world, session);
const begun = mayBeSignedIn ? beginScreen(window.location.search) : EntryPage.begin();
void session.getState().start();
void publicConfig.getState().load();
// In development the page comes anew from vite each time; a worker in between would show old parts.
if (import.meta.env.PROD) void import("./app/watch-for-updates.ts").then((part) => part.watchForUpdates());

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");
const screen = createRoot(root);
const prepare = async (user: User) => {
  const { pathname, search } = window.location;
  const { tooOld, dataIsNewer } = updateStore.getState();
  if (routeOf(pathname) === "/" && !tooOld && !dataIsNewer)
    await prepareScreen(search, user.role, services.begin(user));
};
void whenReady(session, begun, prepare).then(() => {
  screen.render(<App session={session} publicConfig={publicConfig} openServices={services.open} />);
  setTimeout(services.drop, TAKEN_WITHIN_MS);
  preloadLaterParts();
});
