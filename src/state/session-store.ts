import type { StoreApi } from "zustand/vanilla";
import type { User } from "../protocol/shapes.ts";

/** A field map of sentences as the server sends them; `general` belongs under the form. */
export type FieldErrors = Readonly<Record<string, string>>;

export type AsyncPhase = "idle" | "beginning" | "success" | "failure";

export type SessionState =
  | { phase: "starting" }
  /**
   * `deleted`: the server says that the account is gone. `leaving`: who was refused, where their account is gone, or was
   * to be deleted and may be gone by now.
   */
  | { phase: "signedOut"; reason: "none" | "refused" | "deleted" | "loggedOut"; leaving?: User }
  /** `fresh` is false while the user comes from the cache because the server could not be reached. */
  | { phase: "signedIn"; user: User; fresh: boolean };

export interface SignUpFields {
  firstName: string;
  lastName: string;
  username: string;
  phoneNumber: string;
  email: string;
  country: string;
  password: string;
  confirmPassword: string;
  invite?: string;
  setupCode?: string;
}

/** The signed-in person. The stored token already carries its scheme ("Bearer …"); it is sent as stored. */
export interface SessionStore {
  session: SessionState;
  userFetch: AsyncPhase;
  /** Reads what is stored and loads the user; a refusal (401, or 403 here) alone ends the session. */
  start(): Promise<void>;
  /** The e-mail address of the last sign-in on this device; empty after Logout. */
  lastEmail(): string;
  /** Null when signed in, else the errors to show. */
  login(credentials: { email: string; password: string }): Promise<FieldErrors | null>;
  signup(fields: SignUpFields): Promise<FieldErrors | null>;
  requestReset(email: string): Promise<{ errors: FieldErrors } | { message: string }>;
  resetPassword(input: { email: string; password: string; code: string }): Promise<FieldErrors | null>;
  /**
   * Ends the session on this device and, where it can be reached, on the server. Unsent work stays hidden
   * for this person unless `unsent` says otherwise.
   */
  logout(unsent: "keep" | "discard"): Promise<void>;
  /** Called when any call answered 401: one user fetch decides. */
  verify(): Promise<void>;
  /** Takes the signed-in person as a write has answered them, also for the next start without a connection. */
  adopt(user: User): Promise<void>;
  /** The profile photo under a user's `imageUrl`, also without a connection once it was read; null: none to show. */
  portrait(imageUrl: string): Promise<Blob | null>;
}
export type SessionStoreApi = StoreApi<SessionStore>;
