import type { Dependencies } from "../../dependencies.ts";
import type { AttemptGuard } from "../../limits/attempt-guard.ts";

/** What the account's services work with. */
export interface AccountNeeds extends Pick<Dependencies, "db" | "clock" | "config" | "mailer"> {
  readonly guard: AttemptGuard;
}

/** Where a request comes from: the address for counting attempts, the program's name for the list of sessions. */
export interface From {
  readonly address: string;
  readonly userAgent: string | null;
}
