import { createStore } from "zustand/vanilla";

/** Every notice that is not given another time goes by itself after this long. */
export const TOAST_DURATION_MS = 6000;

export interface Toast {
  id: string;
  message: string;
  tone: "info" | "ok" | "error";
  action?: { label: string; run(): void };
}

export interface ToastRequest {
  message: string;
  tone?: Toast["tone"];
  action?: Toast["action"];
  /** Infinity keeps it until it is dismissed. */
  durationMs?: number;
}

let lastId = 0;

/** The notices on the screen, oldest first. A sentence that already stands there is not said twice. */
export const toastStore = createStore<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }));

/** Shows a notice and answers its id, by which it can be dismissed before its time. */
export function showToast({
  message,
  tone = "info",
  action,
  durationMs = TOAST_DURATION_MS,
}: ToastRequest): string {
  const id = `toast-${++lastId}`;
  const toast: Toast = action === undefined ? { id, message, tone } : { id, message, tone, action };
  toastStore.setState(({ toasts }) => ({
    toasts: [...toasts.filter((other) => other.message !== message), toast],
  }));
  if (Number.isFinite(durationMs)) setTimeout(() => dismissToast(id), durationMs);
  return id;
}

export function dismissToast(id: string): void {
  toastStore.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
