/** The Network Information API, in part: not every browser has it, and each field may be missing. */
interface LinkHints {
  saveData?: boolean;
  effectiveType?: string;
  type?: string;
}

/** Calls back when the browser reports another link. Returns the unsubscribe function. */
export function watchLink(listener: () => void, browser: object = navigator): () => void {
  const { connection } = browser as { connection?: Partial<EventTarget> };
  connection?.addEventListener?.("change", listener);
  return () => connection?.removeEventListener?.("change", listener);
}

/** Whether bytes are paid for; pictures that are not looked at are then not fetched. */
export function isMeteredLink(browser: object = navigator): boolean {
  const { saveData, type } = (browser as { connection?: LinkHints }).connection ?? {};
  return saveData === true || type === "cellular";
}

/** Whether bytes are costly or slow here: Data Saver is on, or the link is cellular or as slow as one of old. */
export function isCostlyLink(browser: object = navigator): boolean {
  const { effectiveType = "" } = (browser as { connection?: LinkHints }).connection ?? {};
  return isMeteredLink(browser) || ["slow-2g", "2g", "3g"].includes(effectiveType);
}
