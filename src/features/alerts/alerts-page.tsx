import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import ListChecks from "lucide-react/icons/list-checks";
import Settings2 from "lucide-react/icons/settings-2";
import { lazy, Suspense, useMemo, useState } from "react";
import { useNewAlertCount } from "../../client/alerts-view.ts";
import { useAddressPart } from "../../client/use-address-part.ts";
import { useFirstCopy } from "../../client/use-first-copy.ts";
import { TABLE_CARDS_PX } from "../../domain/breakpoints.ts";
import { MINUTE_MS } from "../../domain/time.ts";
import { ALERT_SETTINGS } from "../../messages/alerts/alert-settings.ts";
import { ALERTS } from "../../messages/alerts/alerts.ts";
import { PUSH } from "../../messages/alerts/push.ts";
import { NotYetWords } from "../../parts/not-yet-words.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Spinner } from "../../ui/feedback/spinner.tsx";
import { Page } from "../../ui/layout/page.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { useNow } from "../../ui/use-now.ts";
import { AlertList } from "./alert-list.tsx";
import { AlertSettings } from "./alert-settings.tsx";
import styles from "./alerts.module.css";
import { AllAlertsButtons, ResolveAllDialog, useAllAlertsActions } from "./all-alerts.tsx";
import { useAlertItems, useShowResolved } from "./use-alert-items.ts";

const PushDialog = lazy(async () => ({ default: (await import("./push-dialog.tsx")).PushDialog }));

/** Alerts: the mirror with the outbox as overlay; steps of one alert work offline. */
export function AlertsPage() {
  const copy = useFirstCopy();
  const nowMs = useNow(MINUTE_MS);
  const [showResolved, setShowResolved] = useShowResolved();
  const read = useAlertItems(showResolved);
  const items = read?.items;
  const visible = useMemo(
    () => items?.filter(({ alert }) => showResolved || alert.status !== "resolved"),
    [items, showResolved],
  );
  // Not of the list, which is a part of the alerts while older ones are read.
  const newCount = useNewAlertCount();
  const narrow = useMediaQuery(`(max-width: ${TABLE_CARDS_PX}px)`);
  // Beside the open navigation of a tablet.
  const tight = useMediaQuery("(max-width: 920px)");
  const online = useOnlineOnly(ALERTS.allWhat);
  const settings = useAddressPart("settings");
  const [resolving, setResolving] = useState(false);

  const openSettings = () => settings.show("alerts");
  const openPush = () => settings.show("push");
  const askResolve = () => setResolving(true);
  const allActions = useAllAlertsActions(online, askResolve);
  const shown = visible ?? [];
  const toggle = {
    label: ALERTS.showResolved,
    icon: <ListChecks size={18} aria-hidden="true" />,
    switched: showResolved,
    onSelect: () => setShowResolved(!showResolved),
  };
  const loading = items === undefined || (items.length === 0 && copy === "awaited");
  return (
    <Page
      fills
      title={ALERTS.title}
      remark={newCount > 0 && ALERTS.newCount(newCount)}
      actions={
        <>
          {narrow || tight ? (
            <IconButton label={PUSH.open} icon={<BellRing size={20} />} onClick={openPush} />
          ) : (
            <Button variant="plain" icon={<BellRing size={16} aria-hidden="true" />} onClick={openPush}>
              {PUSH.open}
            </Button>
          )}
          {narrow ? (
            <IconButton label={ALERT_SETTINGS.open} icon={<Settings2 size={20} />} onClick={openSettings} />
          ) : (
            <AllAlertsButtons online={online} onAskResolve={askResolve} />
          )}
        </>
      }
      notice={online.reason}
    >
      <div className={styles.bar}>
        {/* On a phone it is in the menu of the list, which an empty list does not have, and stands here while it is on. */}
        {(!narrow || showResolved || shown.length === 0) && (
          <label className={styles.showResolved}>
            <input
              type="checkbox"
              checked={showResolved}
              onChange={(event) => setShowResolved(event.target.checked)}
            />
            {ALERTS.showResolved}
          </label>
        )}
        {read?.isPart && (
          <span role="status" className={styles.reading}>
            <Spinner size={16} /> {ALERTS.readingOlder}
          </span>
        )}
        <AlertSettings
          narrow={narrow}
          open={settings.open === "alerts"}
          onOpen={openSettings}
          onClose={settings.close}
        />
      </div>
      {loading ? (
        <LoadingNotice />
      ) : (
        <AlertList
          items={shown}
          narrow={narrow}
          nowMs={nowMs}
          empty={<NoAlerts arrived={copy === "here"} />}
          actions={[toggle, ...allActions]}
        />
      )}
      <Suspense>{settings.open === "push" && <PushDialog onClose={settings.close} />}</Suspense>
      {resolving && <ResolveAllDialog onClose={() => setResolving(false)} />}
    </Page>
  );
}

function NoAlerts({ arrived }: { arrived: boolean }) {
  return (
    <EmptyState
      icon={<BellOff size={26} aria-hidden="true" />}
      title={arrived ? ALERTS.empty : ALERTS.notYet}
    >
      {arrived ? ALERTS.emptyWords : <NotYetWords />}
    </EmptyState>
  );
}
