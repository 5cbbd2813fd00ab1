import type { Dependencies } from "../../dependencies.ts";
import type { AttemptGuard } from "../../limits/attempt-guard.ts";

/** The dependencies of the account's services. */
export interface AccountNeeds extends Pick<Dependencies, "db" | "clock" | "config" | "mailer"> {
  readonly guard: AttemptGuard;
}

/** Origin of a request: the address, for counting attempts, and the user agent, for the list of sessions. */
export interface From {
  readonly address: string;
  readonly userAgent: string | null;
}
