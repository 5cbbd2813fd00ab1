import "./ui/tokens.css";
import "./ui/base.css";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { boot } from "./app/boot.ts";
import { browserWorld } from "./app/composition/client-world.ts";
import { composeSession, followOtherTabs } from "./app/composition/compose-session.ts";
import { personCode } from "./app/composition/person-code.ts";
import { createPrefetched } from "./app/composition/prefetched.ts";
import type { OpenServices } from "./app/shell/signed-in.tsx";
import { watchForMissingParts } from "./app/updates/watch-for-missing-parts.ts";
import type { User } from "./protocol/shapes.ts";
import { watchInstallOffer } from "./state/install-store.ts";
import {
  createPublicConfigStore,
  fetchPublicConfig,
  publicConfigCache,
} from "./state/public-config-store.ts";
import { loadLaterParts } from "./ui/later-part.tsx";
import { holdOffSecondTaps } from "./ui/second-tap.ts";

// The composition root: the parts of the app are put together here and nowhere else; boot.ts has the order of start-up.
const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root");
const reactRoot = createRoot(root);

const { world, setPace, firstScreenShown } = browserWorld(import.meta.env);
const { http, session } = composeSession(world);
const publicConfig = createPublicConfigStore(
  () => fetchPublicConfig(http),
  publicConfigCache(world.keyValues),
);
const services = createPrefetched<User, OpenServices>({
  open: (user) => personCode().composeServices(user, { http, world }),
  close: ({ stop }) => stop(),
  isSame: (a, b) => a.userIdSql === b.userIdSql && a.role === b.role,
});

publicConfig.subscribe(({ config }) => setPace(config?.pace));
watchInstallOffer();
holdOffSecondTaps(window);
watchForMissingParts();
followOtherTabs(session, world.openChannel);
void boot({
  world,
  session,
  services,
  location: window.location,
  keepsCode: navigator.serviceWorker?.controller != null,
  firstScreenShown,
  render: () =>
    reactRoot.render(<App session={session} publicConfig={publicConfig} openServices={services.take} />),
});
void publicConfig.getState().load();
// The server tells more to those who are signed in.
session.subscribe(({ session: now }, { session: before }) => {
  if (now.phase === "signedIn" && before.phase === "signedOut") void publicConfig.getState().load();
});
// Vite serves each module anew in development; a service worker would answer with old ones.
if (import.meta.env.PROD)
  void import("./app/updates/watch-for-updates.ts").then((part) =>
    // The worker of a newer version keeps that version's code, and any tab may take it.
    part.watchForUpdates({ onNewer: () => void loadLaterParts(["seldom"]) }),
  );
