import { showToast } from "../../state/toast-store.ts";

/** Shorter than other toasts, because there is one for each moved device. */
const GROUP_NOTICE_MS = 1500;

export function showGroupNotice(message: string): void {
  showToast({ tone: "ok", message, durationMs: GROUP_NOTICE_MS });
}
