import { showToast } from "../../state/toast-store.ts";

/** It comes with every device that is moved, so it goes sooner than other notices. */
const GROUP_NOTICE_MS = 1500;

export function showGroupNotice(message: string): void {
  showToast({ tone: "ok", message, durationMs: GROUP_NOTICE_MS });
}
