import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import { showToast } from "../../../state/toast-store.ts";

/** How long notices about integrations stay. */
const INTEGRATION_TOAST_MS = 3000;

export function tellUpdate(success: boolean): void {
  tell(success ? INTEGRATIONS.updated : INTEGRATIONS.failed, success);
}

export function tell(message: string, success: boolean): void {
  showToast({ message, tone: success ? "ok" : "error", durationMs: INTEGRATION_TOAST_MS });
}
