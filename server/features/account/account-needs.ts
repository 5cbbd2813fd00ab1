import type { Dependencies } from "../../dependencies.ts";
import type { AttemptGuard } from "./attempt-guard.ts";

/** The dependencies of the account's services. */
export interface AccountNeeds extends Pick<Dependencies, "db" | "clock" | "config" | "mailer"> {
  readonly guard: AttemptGuard;
}

/** Origin of a request. */
export interface From {
  /** For counting attempts. */
  readonly address: string;
  /** For the list of sessions. */
  readonly userAgent: string | null;
  /** The secrets of known devices that its browser keeps. */
  readonly deviceSecrets: readonly string[];
}

/** An opened session, and the secrets that the browser keeps from now on. */
export interface Entry {
  readonly token: string;
  readonly deviceSecrets: readonly string[];
}
