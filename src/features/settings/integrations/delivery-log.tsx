import ListChecks from "lucide-react/icons/list-checks";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useState } from "react";
import { useDevicesView } from "../../../client/devices-view.ts";
import type { Platform } from "../../../domain/integration/integration.ts";
import { DELIVERY_STATUSES, type DeliveryStatus } from "../../../domain/notification/delivery-subject.ts";
import { withMutedClass, withMutedDevice } from "../../../domain/notification/notification-rules.ts";
import { MINUTE_MS } from "../../../domain/time.ts";
import { PUSH } from "../../../messages/alerts/push.ts";
import { ONLINE } from "../../../messages/offline/online.ts";
import { DELIVERIES } from "../../../messages/settings/deliveries.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import { TRY_AGAIN } from "../../../messages/words.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { ServerListStates } from "../../../parts/server-list-states.tsx";
import { readableName } from "../../../parts/species-label.tsx";
import { showToast } from "../../../state/toast-store.ts";
import { classNames } from "../../../ui/class-names.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { SelectField } from "../../../ui/controls/select-field.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { useNow } from "../../../ui/use-now.ts";
import { DeliveryLine, type QuietActions } from "./delivery-line.tsx";
import styles from "./integrations.module.css";
import type { RulesControl } from "./rules-control.ts";
import { tell } from "./tell-update.ts";
import { type DeliveryLog, useDeliveries } from "./use-deliveries.ts";

interface DeliveryLogDialogProps {
  platform: Platform | "push";
  rules: RulesControl;
  online: OnlineOnly;
  onClose(): void;
  onQuietHours(): void;
  onEdit(): void;
}

/** What an integration sent, and why; from a line a person gets fewer messages like it. */
export function DeliveryLogDialog(props: DeliveryLogDialogProps) {
  const { platform, rules, online, onClose, onQuietHours, onEdit } = props;
  const [status, setStatus] = useState<DeliveryStatus | null>(null);
  const { log, readMore, reload } = useDeliveries(platform, status);
  const mute = useMute(rules);
  const quiet = { ...mute, quietHours: onQuietHours, edit: onEdit };
  return (
    <Dialog
      open
      onClose={onClose}
      title={DELIVERIES.title(platform === "push" ? PUSH.open : INTEGRATIONS.platforms[platform])}
      subtitle={DELIVERIES.intro}
      placement="side"
    >
      <div className={classNames(styles.body, styles.side)}>
        {online.reason}
        <div className={styles.logTools}>
          <SelectField
            label={DELIVERIES.status}
            name="status"
            value={status ?? ""}
            options={[
              { value: "", label: DELIVERIES.all },
              ...DELIVERY_STATUSES.map((value) => ({ value, label: DELIVERIES.statuses[value] })),
            ]}
            onChange={(value) => setStatus(value === "" ? null : (value as DeliveryStatus))}
          />
          <Button icon={<RotateCw size={16} aria-hidden="true" />} {...online.button} onClick={reload}>
            {DELIVERIES.refresh}
          </Button>
        </div>
        <LogStates
          log={log}
          filtered={status !== null}
          quiet={quiet}
          mayMute={online.may && rules.rules !== null}
          onMore={() => void readMore()}
          onRetry={reload}
        />
      </div>
    </Dialog>
  );
}

interface LogStatesProps {
  log: DeliveryLog;
  filtered: boolean;
  quiet: QuietActions;
  mayMute: boolean;
  onMore(): void;
  onRetry(): void;
}

function LogStates({ log, filtered, quiet, mayMute, onMore, onRetry }: LogStatesProps) {
  const nowMs = useNow(MINUTE_MS);
  const groups = useDevicesView()?.groups ?? [];
  const groupName = (groupId: string) =>
    groups.find(({ group_id }) => String(group_id) === groupId)?.group_name ?? null;
  if (log.kind !== "loaded") {
    return (
      <ServerListStates list={{ kind: log.kind }} what={DELIVERIES.what} onRetry={onRetry}>
        {() => null}
      </ServerListStates>
    );
  }
  if (log.deliveries.length === 0) {
    return (
      <EmptyState
        icon={<ListChecks size={26} aria-hidden="true" />}
        title={filtered ? DELIVERIES.noneOfStatus : DELIVERIES.none}
      >
        {filtered ? DELIVERIES.noneOfStatusWords : DELIVERIES.noneWords}
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.deliveries} data-list>
        {log.deliveries.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            nowMs={nowMs}
            groupName={groupName}
            quiet={quiet}
            disabled={!mayMute}
          />
        ))}
      </ul>
      {log.failed && <Notice tone="danger">{ONLINE.failedTitle(DELIVERIES.what)}</Notice>}
      {log.more && (
        <Button busy={log.reading} onClick={onMore}>
          {log.failed ? TRY_AGAIN : DELIVERIES.more}
        </Button>
      )}
    </>
  );
}

/** Mutes with one press, to be taken back from the notice. */
function useMute({ rules, save }: RulesControl): Pick<QuietActions, "muteClass" | "muteDevice"> {
  const change = async (after: typeof rules, name: string) => {
    if (rules === null || after === null) return;
    if (after === rules) return tell(DELIVERIES.isMuted(name), true);
    const { mutedClasses, mutedDevices } = after;
    const problem = await save({ mutedClasses, mutedDevices });
    if (problem !== null) return tell(problem, false);
    const undo = { mutedClasses: rules.mutedClasses, mutedDevices: rules.mutedDevices };
    showToast({
      message: DELIVERIES.muted(name),
      tone: "ok",
      action: { label: DELIVERIES.undo, run: () => void save(undo) },
    });
  };
  return {
    muteClass: (className) => void change(rules && withMutedClass(rules, className), readableName(className)),
    muteDevice: (deviceId, name) => void change(rules && withMutedDevice(rules, deviceId, null), name),
  };
}
