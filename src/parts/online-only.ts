import type { ReactNode } from "react";

/** Whether an action that needs the server works now, and why not. */
export interface OnlineOnly {
  /** False only where a call is known to fail. */
  may: boolean;
  /** Attributes for each such button: disabled, with a reference to the reason. */
  button: { disabled?: true; "aria-describedby"?: string; title?: string };
  /** Render once near the buttons; null while they work. */
  reason: ReactNode;
}
