import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useNewAlertCount } from "../../client/alerts-view.ts";
import { PublicConfigContext } from "../../client/public-config.tsx";
import { useServices } from "../../client/services.tsx";
import type { Tab } from "../../domain/account/role.ts";
import { NARROW_SHELL_PX } from "../../domain/breakpoints.ts";
import { install } from "../../features/install/install.ts";
import { SyncChip } from "../../features/sync-panel/sync-chip.tsx";
import { SHELL } from "../../messages/shell/shell.ts";
import type { PublicConfig, User } from "../../protocol/shapes.ts";
import { installStore } from "../../state/install-store.ts";
import { laterPart, usePreloaded } from "../../ui/later-part.tsx";
import { TopBarSlotProvider } from "../../ui/layout/top-bar-slot.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { AccountMenu } from "../navigation/account-menu.tsx";
import { BottomBar } from "../navigation/bottom-bar.tsx";
import { BUILT_IN_DOCUMENTATION } from "../navigation/route.ts";
import { NavigationDrawer, SideNavigation } from "../navigation/side-navigation.tsx";
import { readTab, tabHref } from "../navigation/tab-address.ts";
import { TabScreen } from "../navigation/tab-screen.tsx";
import { TopBar } from "../navigation/top-bar.tsx";
import { useTabLinks } from "../navigation/use-tab-links.ts";
import { usePushAllowed } from "../push/use-push-allowed.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import styles from "./shell.module.css";
import type { ShellDialog } from "./shell-dialogs.tsx";
import { useOutboxNotices } from "./use-outbox-notices.ts";
import { useShellKeys } from "./use-shell-keys.ts";

interface ShellProps {
  user: User;
  config: PublicConfig | null;
  onLogout(unsent: "keep" | "discard"): void;
  onSignIn(): void;
}

const ShellDialogs = laterPart(async () => (await import("./shell-dialogs.tsx")).ShellDialogs);

const PushSide = laterPart(async () => (await import("../push/push-side.tsx")).PushSide);

const DeletionBanner = laterPart(
  async () => (await import("../../features/account/deletion-banner.tsx")).DeletionBanner,
);

/** The frame around every screen of a signed-in person. */
export function Shell({ user, config, onLogout, onSignIn }: ShellProps) {
  const { outbox } = useServices();
  const [, navigate] = useLocation();
  const search = useSearch();
  const address = readTab(search, user.role);
  const current = address.kind === "tab" ? address.tab : null;
  const narrow = useMediaQuery(`(max-width: ${NARROW_SHELL_PX}px)`);
  const [expanded, toggleExpanded, setExpanded] = useExpanded(narrow);
  const [dialog, setDialog] = useState<ShellDialog | null>(null);
  const [slot] = useState(() => document.createElement("div"));
  const placeSlot = useCallback((place: HTMLElement | null) => place?.append(slot), [slot]);
  const newAlerts = useNewAlertCount();
  const main = useFocusOnChange(JSON.stringify(address));

  const pushes = usePushAllowed(search);
  const hasPushSide = usePreloaded(pushes ? PushSide : undefined);

  const closeDialog = useCallback(() => setDialog(null), []);
  const hrefOf = useTabLinks(current, search);
  const goTo = useCallback((tab: Tab) => navigate(hrefOf(tab)), [navigate, hrefOf]);
  const showKeys = useCallback(() => setDialog("keys"), []);
  const showPalette = useCallback(() => setDialog("palette"), []);
  useShellKeys({
    asksPalette: dialog === "palette",
    goTo,
    toggleNavigation: toggleExpanded,
    showKeys,
    showPalette,
  });
  const showInstallSteps = useCallback(() => setDialog("install"), []);
  useOutboxNotices(showInstallSteps, search);

  const links = {
    role: user.role,
    current,
    newAlerts,
    hrefOf,
    documentationUrl: config?.documentationUrl ?? BUILT_IN_DOCUMENTATION,
  };
  const askLogout = () => {
    if (outbox.getState().unsentCount > 0) setDialog("logout");
    else onLogout("keep");
  };

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {SHELL.skip}
      </a>
      {!narrow && <SideNavigation {...links} expanded={expanded} onToggle={toggleExpanded} />}
      <div className={styles.column}>
        <TopBar
          onOpenNavigation={narrow ? toggleExpanded : null}
          slotRef={placeSlot}
          onCommands={current === "insights" ? null : showPalette}
          chip={<SyncChip onReview={() => navigate(tabHref("insights"))} onSignIn={onSignIn} />}
          onSupport={() => setDialog("support")}
          accountMenu={
            <AccountMenu
              user={user}
              onAccount={() => navigate(tabHref("account"))}
              onKeys={showKeys}
              onInstall={() =>
                installStore.getState().way === "prompt" ? void install() : setDialog("install")
              }
              onLogout={askLogout}
            />
          }
        />
        <Suspense>{user.deletionAt !== null && <DeletionBanner deletionAt={user.deletionAt} />}</Suspense>
        <main ref={main} id="content" tabIndex={-1} className={styles.main}>
          <ErrorBoundary resetKey={JSON.stringify(address)}>
            <TopBarSlotProvider value={narrow ? null : slot}>
              <PublicConfigContext value={config}>
                <TabScreen address={address} role={user.role} />
              </PublicConfigContext>
            </TopBarSlotProvider>
          </ErrorBoundary>
        </main>
        {narrow && <BottomBar {...links} onMore={() => setExpanded(true)} />}
      </div>
      <NavigationDrawer {...links} open={narrow && expanded} onClose={() => setExpanded(false)} />
      <Suspense>{pushes && hasPushSide && <PushSide user={user} config={config} />}</Suspense>
      <Suspense>
        {dialog !== null && (
          <ShellDialogs
            dialog={dialog}
            role={user.role}
            goTo={goTo}
            showKeys={showKeys}
            documentationUrl={links.documentationUrl}
            supportAddress={config === null ? undefined : config.supportEmail}
            onClose={closeDialog}
            onLogout={onLogout}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The side navigation starts expanded above the narrow width and collapsed at it; crossing the width starts anew. */
function useExpanded(narrow: boolean) {
  const [expanded, setExpanded] = useState(!narrow);
  useEffect(() => setExpanded(!narrow), [narrow]);
  const toggle = useCallback(() => setExpanded((before) => !before), []);
  return [expanded, toggle, setExpanded] as const;
}

/** Moves the focus to the content when another screen opens, so that screen readers announce it; not at the start. */
function useFocusOnChange(key: string) {
  const ref = useRef<HTMLElement>(null);
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollTo(0, 0);
  }, [key]);
  return ref;
}
