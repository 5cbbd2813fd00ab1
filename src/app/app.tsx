import { Suspense, useEffect } from "react";
import { Redirect, useLocation, useSearch } from "wouter";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { isRecord } from "../domain/record-guard.ts";
import { documentTitle, ENTRY_TITLES, MODEL_DEMO_TITLE, pageTitle, SHELL } from "../messages/shell/shell.ts";
import { SessionProvider } from "../parts/account/session-context.tsx";
import type { User } from "../protocol/shapes.ts";
import type { PublicConfigState } from "../state/public-config-store.ts";
import type { SessionStoreApi } from "../state/session-store.ts";
import { dismissToast, toastStore } from "../state/toast-store.ts";
import { updateStore } from "../state/update-store.ts";
import { LoadingNotice } from "../ui/feedback/loading-notice.tsx";
import { ToastRegion } from "../ui/feedback/toast-region.tsx";
import { laterPart } from "../ui/later-part.tsx";
import { LaterScreen } from "../ui/later-screen.tsx";
import { loadPersonCode } from "./composition/person-code.ts";
import { type Route, redirectFor, routeOf } from "./navigation/route.ts";
import { readTab } from "./navigation/tab-address.ts";
import { ErrorBoundary } from "./shell/error-boundary.tsx";
import { UnknownAddress } from "./shell/fallback-page.tsx";
import type { OpenServices } from "./shell/signed-in.tsx";
import { useUpdateNotice } from "./updates/use-update-notice.ts";

/** The first screen of those who are not signed in; others need none of it. */
export const EntryPage = laterPart(async () => (await import("./entry-page.tsx")).EntryPage);
/** Its code brings that of `openServices` along. */
export const SignedIn = laterPart(async () => (await loadPersonCode()).SignedIn);
const SignupPage = laterPart(
  async () => (await import("../features/account-entry/signup-page.tsx")).SignupPage,
  "seldom",
);
const UpdateNeeded = laterPart(async () => (await import("./updates/update-needed.tsx")).UpdateNeeded);
const ModelDemoPage = laterPart(
  async () => (await import("../features/model-demo/model-demo-page.tsx")).ModelDemoPage,
  "seldom",
);
const DocumentationPage = laterPart(
  async () => (await import("../features/documentation/documentation-page.tsx")).DocumentationPage,
  "seldom",
);
const ResetPage = laterPart(
  async () => (await import("../features/account-entry/reset-page.tsx")).ResetPage,
  "seldom",
);

interface AppProps {
  session: SessionStoreApi;
  publicConfig: StoreApi<PublicConfigState>;
  openServices: (user: User) => OpenServices;
}

export function App(props: AppProps) {
  const [pathname] = useLocation();
  const toasts = useStore(toastStore, (state) => state.toasts);
  const tooOld = useStore(updateStore, (state) => state.tooOld || state.dataIsNewer);
  const user = useStore(props.session, ({ session }) => (session.phase === "signedIn" ? session.user : null));
  useUpdateNotice();
  return (
    <>
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<LoadingNotice />}>
          <SessionProvider session={props.session}>
            {tooOld ? <UpdateNeeded user={user} /> : <Routes {...props} />}
          </SessionProvider>
        </Suspense>
      </ErrorBoundary>
      <ToastRegion toasts={toasts} onDismiss={dismissToast} />
    </>
  );
}

function Routes({ session, publicConfig, openServices }: AppProps) {
  const [pathname] = useLocation();
  const search = useSearch();
  const state = useStore(session, (store) => store.session);
  const config = useStore(publicConfig, (store) => store.config);
  const route = routeOf(pathname);
  useTitle(route, search, state.phase === "signedIn" ? state.user : null);

  const needsSession = route === "/" || route === "/login" || route === "/signup";
  if (state.phase === "starting" && needsSession) return <LoadingNotice />;
  const target = redirectFor(route, state.phase === "signedIn");
  if (target === "/login") {
    const returnTo = state.phase === "signedOut" && state.reason === "loggedOut" ? "" : search;
    return <Redirect key={target} to="/login" replace state={{ returnTo }} />;
  }
  // A redirect acts when it is mounted. Where the session ends between the two, the second would take the first one's
  // place without being mounted, and the page would stay empty: they differ by key.
  if (target !== null) return <Redirect key={target} to={`/${wantedSearch()}`} replace />;

  switch (route) {
    case "/":
      // redirectFor has sent everybody else away.
      return state.phase === "signedIn" ? (
        <SignedIn
          user={state.user}
          config={config}
          openServices={openServices}
          onLogout={(unsent) => void session.getState().logout(unsent)}
          onSignIn={() => void session.getState().verify()}
        />
      ) : null;
    case "/login":
      return <LaterScreen part={EntryPage} props={{ session }} />;
    case "/signup":
      return (
        <LaterScreen
          part={SignupPage}
          props={{
            session,
            mode: config?.signup ?? "open",
            needsSetupCode: config?.needsSetupCode ?? false,
          }}
        />
      );
    case "/resetpassword":
      return <LaterScreen part={ResetPage} props={{ session }} />;
    case "/demo":
      return <LaterScreen part={ModelDemoPage} props={{}} />;
    case "/documentation":
      return <LaterScreen part={DocumentationPage} props={{}} />;
    case null:
      return <UnknownAddress />;
  }
}

/** The tab that the opened link named, before the redirect to sign-in. */
function wantedSearch(): string {
  const state: unknown = window.history.state;
  const wanted = isRecord(state) ? state.returnTo : "";
  return typeof wanted === "string" && wanted !== "" ? `?${wanted}` : "";
}

function useTitle(route: Route | null, search: string, user: User | null): void {
  const title = titleOf(route, search, user);
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}

function titleOf(route: Route | null, search: string, user: User | null): string | null {
  if (route === "/login" || route === "/signup" || route === "/resetpassword") return ENTRY_TITLES[route];
  if (route === "/demo") return MODEL_DEMO_TITLE;
  if (route === "/documentation") return SHELL.documentation;
  if (route === null || user === null) return null;
  const address = readTab(search, user.role);
  return address.kind === "tab" ? pageTitle(address.tab) : null;
}
