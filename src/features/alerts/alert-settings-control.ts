import type { AlertSettings, AlertSettingsChange } from "../../protocol/calls/alert-calls.ts";
import type { SettingsErrors } from "./alert-settings-draft.ts";

/** The settings of alerts as they are known now, and the way to change them. */
export interface AlertSettingsControl {
  /** As they were last read, on this device or from the server; null before. */
  settings: AlertSettings | null;
  /** The server answered, but not with the settings. */
  failed: boolean;
  busy: boolean;
  reload(): void;
  /** @returns null where they are saved, else sentences by field; `general` for the whole */
  save(change: AlertSettingsChange): Promise<SettingsErrors | null>;
}
