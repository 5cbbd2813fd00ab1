import { createStore, type StoreApi } from "zustand/vanilla";
import type { Http, HttpOutcome } from "../platform/http.ts";
import { isOneOf, isShape, isText } from "../platform/json-shape.ts";
import type { User } from "../protocol/shapes.ts";
import { isUserAnswer } from "./session.ts";
import type { AsyncPhase, FieldErrors, SessionStoreApi } from "./session-store.ts";

export interface Profile {
  firstName: string;
  lastName: string;
  country: string;
}

/** Why the password was not changed, by the status of the answer. */
export type PasswordRefusal = "unfit" | "wrong" | "other";

/** The writes to one's own account, each with its phase. */
export interface AccountStore {
  userUpdate: AsyncPhase;
  photoUpdate: AsyncPhase;
  passwordChange: AsyncPhase;
  /** Null when it was saved, else the errors by field, which may be none. */
  saveProfile(profile: Profile): Promise<FieldErrors | null>;
  /** @param photo at most 5 MB */
  savePhoto(photo: Blob): Promise<FieldErrors | null>;
  changePassword(passwords: { currPassword: string; newPassword: string }): Promise<PasswordRefusal | null>;
}
export type AccountStoreApi = StoreApi<AccountStore>;

const UPLOAD_TIMEOUT_MS = 120_000;

export function createAccountStore({
  http,
  session,
}: {
  http: Http;
  session: SessionStoreApi;
}): AccountStoreApi {
  const signedInUser = (): User | null => {
    const { session: now } = session.getState();
    return now.phase === "signedIn" ? now.user : null;
  };
  return createStore<AccountStore>()((set) => ({
    userUpdate: "idle",
    photoUpdate: "idle",
    passwordChange: "idle",

    async saveProfile(profile) {
      set({ userUpdate: "beginning" });
      const outcome = await http.call({
        method: "POST",
        path: "/api/user",
        body: profile,
        accept: isUserAnswer,
      });
      if (outcome.kind === "answer") await session.getState().adopt(outcome.value.userCredentials);
      set({ userUpdate: phaseOf(outcome) });
      return errorsOf(outcome);
    },

    async savePhoto(photo) {
      set({ photoUpdate: "beginning" });
      const body = new FormData();
      body.set("image", photo, "photo.jpg");
      const outcome = await http.call({
        method: "POST",
        path: "/api/user/image",
        body,
        accept: isImageAnswer,
        timeoutMs: UPLOAD_TIMEOUT_MS,
      });
      const user = signedInUser();
      if (outcome.kind === "answer" && user !== null) {
        await session.getState().adopt({ ...user, imageUrl: outcome.value.imageUrl });
      }
      set({ photoUpdate: phaseOf(outcome) });
      return errorsOf(outcome);
    },

    async changePassword(passwords) {
      set({ passwordChange: "beginning" });
      const outcome = await http.call({
        method: "POST",
        path: "/api/changePassword",
        body: passwords,
        withCookie: true,
        accept: isOk,
      });
      set({ passwordChange: phaseOf(outcome) });
      if (outcome.kind === "answer") return null;
      // Calls about passwords do not verify the session by themselves, as a wrong password is a refusal too.
      if (outcome.kind === "refusal" && outcome.status === 401) void session.getState().verify();
      return refusalOf(outcome.kind === "refusal" ? outcome.status : null);
    },
  }));
}

function phaseOf(outcome: HttpOutcome<unknown>): AsyncPhase {
  return outcome.kind === "answer" ? "success" : "failure";
}

function errorsOf(outcome: HttpOutcome<unknown>): FieldErrors | null {
  if (outcome.kind === "answer") return null;
  return outcome.kind === "refusal" ? outcome.refusal.errors : {};
}

function refusalOf(status: number | null): PasswordRefusal {
  if (status === 400) return "unfit";
  return status === 403 ? "wrong" : "other";
}

const isImageAnswer = isShape<{ imageUrl: string }>({ imageUrl: isText });
const isOk = isShape<{ message: "ok" }>({ message: isOneOf(["ok"]) });
