import "../../src/ui/tokens.css";
import "../../src/ui/base.css";
import { createRoot } from "react-dom/client";
import { useStore } from "zustand";
import { Shell } from "../../src/app/shell/shell.tsx";
import { UpdateNeeded } from "../../src/app/updates/update-needed.tsx";
import { useUpdateNotice } from "../../src/app/updates/use-update-notice.ts";
import { ServicesProvider } from "../../src/client/services.tsx";
import { SessionProvider } from "../../src/parts/account/session-context.tsx";
import type { User } from "../../src/protocol/shapes.ts";
import { dismissToast, toastStore } from "../../src/state/toast-store.ts";
import { updateStore } from "../../src/state/update-store.ts";
import { ToastRegion } from "../../src/ui/feedback/toast-region.tsx";
import { createFakeServices } from "../support/client/fake-services.ts";
import { createFakeSession } from "../support/client/fake-session.ts";
import { PACK_STATES } from "./offline-set-states.ts";
import { CALM, SYNC_STATES } from "./sync-states.ts";

// The whole app over a world in memory, in the state that the address names.
const named = new URLSearchParams(window.location.search).get("state") ?? "online";
const state = { ...SYNC_STATES, ...PACK_STATES }[named] ?? {};
const services = createFakeServices({
  ...CALM,
  ...state.world,
  sync: { ...CALM.sync, ...state.sync },
  outbox: state.outbox ?? {},
});
updateStore.setState(state.update ?? {});

const RANGER: User = {
  userIdSql: 1,
  firstName: "Ana",
  lastName: "Souza",
  phoneNumber: "",
  country: "",
  username: "ana",
  email: "ana@example.org",
  imageUrl: null,
  deletionAt: null,
  role: "member",
};

const session = createFakeSession(RANGER);

function Gallery() {
  useUpdateNotice();
  const toasts = useStore(toastStore, (store) => store.toasts);
  const tooOld = useStore(updateStore, (store) => store.tooOld || store.dataIsNewer);
  return (
    <>
      {tooOld ? (
        <UpdateNeeded user={null} />
      ) : (
        <ServicesProvider services={services}>
          <SessionProvider session={session}>
            <Shell user={RANGER} config={null} onLogout={() => {}} onSignIn={() => {}} />
          </SessionProvider>
        </ServicesProvider>
      )}
      <ToastRegion toasts={toasts} onDismiss={dismissToast} />
    </>
  );
}

const root = document.getElementById("root");
if (root === null) throw new Error("the page has no element with the id root");
createRoot(root).render(<Gallery />);
