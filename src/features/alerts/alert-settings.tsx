import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { AlertType } from "../../domain/alert/alert.ts";
import { ALERT_SETTINGS } from "../../messages/alerts/alert-settings.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Switch } from "../../ui/controls/switch.tsx";
import { AlertSettingsDialog } from "./alert-settings-dialog.tsx";
import { FLAG_ORDER } from "./alert-settings-draft.ts";
import styles from "./alerts.module.css";
import { useAlertSettings } from "./use-alert-settings.ts";

interface AlertSettingsProps {
  /** Without a toolbar: its flags stand in the dialog. */
  narrow: boolean;
  open: boolean;
  onOpen(): void;
  onClose(): void;
}

/**
 * The toolbar of the alert settings, whose flags are saved at once, and the dialog of all settings. Where the flags do
 * not fit into one line they stand in the dialog alone.
 */
export function AlertSettings({ narrow, open, onOpen, onClose }: AlertSettingsProps) {
  const control = useAlertSettings();
  const online = useOnlineOnly(ALERT_SETTINGS.changing);
  const { settings, busy, save } = control;
  const setFlag = async (type: AlertType, checked: boolean) => {
    const errors = await save({ settings: { [type]: checked } });
    if (errors !== null) showToast({ message: errors.general ?? ALERT_SETTINGS.wrong, tone: "error" });
  };
  return (
    <>
      {!narrow && (
        <div role="toolbar" aria-label={ALERT_SETTINGS.toolbar} className={styles.toolbar}>
          {settings !== null && (
            <span className={styles.flags}>
              {FLAG_ORDER.map((type) => (
                <Switch
                  key={type}
                  checked={settings.settings[type]}
                  disabled={!online.may || busy}
                  onChange={(checked) => void setFlag(type, checked)}
                >
                  {ALERT_SETTINGS.flags[type]}
                </Switch>
              ))}
            </span>
          )}
          <Button variant="plain" icon={<SlidersHorizontal size={16} aria-hidden="true" />} onClick={onOpen}>
            {ALERT_SETTINGS.open}
          </Button>
        </div>
      )}
      {open && <AlertSettingsDialog control={control} online={online} onClose={onClose} />}
    </>
  );
}
