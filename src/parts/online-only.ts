import type { ReactNode } from "react";

/** Whether an action that needs the server works now, and why not. */
export interface OnlineOnly {
  /** False only where it is known that a call would not come through. */
  may: boolean;
  /** For every button of the kind, spread on it: while it is disabled it points to the reason. */
  button: { disabled?: true; "aria-describedby"?: string; title?: string };
  /** The reason, to be shown once near those buttons; null while they work. */
  reason: ReactNode;
}
