import type { ShownAlert } from "../../client/alerts-view.ts";
import { fullUtc } from "../../domain/time.ts";
import { ALERT_DETAILS, ALERTS } from "../../messages/alerts/alerts.ts";
import styles from "./alert-dialog.module.css";

/** The steps of an alert, by whom and when, oldest first; a step that the server does not have yet says so. */
export function AlertHistory({ alert }: { alert: ShownAlert }) {
  const entries = historyOf(alert);
  return (
    <section aria-label={ALERT_DETAILS.history}>
      <h3 className={styles.heading}>{ALERT_DETAILS.history}</h3>
      <ol className={styles.history}>
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
        {alert.waiting && (
          <li className={styles.unsent}>{ALERT_DETAILS.waiting(ALERTS.statusIcons[alert.status])}</li>
        )}
      </ol>
    </section>
  );
}

function historyOf(alert: ShownAlert): readonly string[] {
  const { acknowledged_at, acknowledged_by, resolved_at, resolved_by, resolved_cause } = alert;
  const at = (iso: string) => fullUtc(Date.parse(iso));
  const entries = [ALERT_DETAILS.raised(at(alert.created_at))];
  if (acknowledged_at) entries.push(ALERT_DETAILS.acknowledged(at(acknowledged_at), acknowledged_by ?? null));
  if (resolved_at) {
    entries.push(
      resolved_cause === "condition_ended"
        ? ALERT_DETAILS.ended(at(resolved_at))
        : ALERT_DETAILS.resolved(at(resolved_at), resolved_by ?? null),
    );
  }
  return entries;
}
