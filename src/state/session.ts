import { createStore } from "zustand/vanilla";
import { ROLES } from "../domain/account/role.ts";
import { isRecord } from "../domain/record-guard.ts";
import { type Http, type HttpOutcome, isUnanswered } from "../platform/http.ts";
import { isMessage, isNumber, isOneOf, isOrNull, isShape, isText } from "../platform/json-shape.ts";
import { type KeyValues, LOCAL_KEYS, type LocalData, type LocalValues } from "../platform/stored-values.ts";
import { DELETED_ACCOUNT } from "../protocol/deleted-account.ts";
import type { User } from "../protocol/shapes.ts";
import { createPortraits, PORTRAIT_KEY } from "./portraits.ts";
import type { FieldErrors, SessionState, SessionStore, SessionStoreApi } from "./session-store.ts";

export interface SessionParts {
  http: Http;
  local: LocalValues;
  keyValues: KeyValues;
  data: LocalData;
  /** Shown under a form when the server cannot be reached or gives no sentence of its own. */
  sentences: { unreachable: string; refused: string };
}

/** The key of the user that was fetched last, for a start without a connection. */
export const CACHED_USER_KEY = "user";
const BEARER = "Bearer ";

/**
 * The session, without React. Nothing but the server's 401 (or 403) to the user fetch ends it against a person's will.
 */
export function createSessionStore(parts: SessionParts): SessionStoreApi {
  const { http, local, data } = parts;
  const remembered = rememberedUser(parts);

  return createStore<SessionStore>()((set, get) => {
    const { fetchUser, fetched } = createUserFetch(parts, { set, get });

    /** Sign-in, sign-up and reset end alike: a token, then the user. Null when all went well. */
    const enter = async (path: string, body: object): Promise<FieldErrors | null> => {
      const outcome = await http.call({
        method: "POST",
        path,
        body,
        withCookie: true,
        accept: isTokenAnswer,
      });
      if (outcome.kind !== "answer") return errorsOf(outcome, parts.sentences);
      const { token } = outcome.value;
      local.set(LOCAL_KEYS.token, token.startsWith(BEARER) ? token : BEARER + token);
      // A fetch with the token before this one says nothing about this person.
      await fetched();
      await fetchUser();
      return get().session.phase === "signedIn" ? null : { general: parts.sentences.unreachable };
    };

    return {
      session: { phase: "starting" },
      userFetch: "idle",
      async start() {
        if (local.get(LOCAL_KEYS.token) === null) {
          set({ session: { phase: "signedOut", reason: "none" } });
          return;
        }
        const fetching = fetchUser();
        // The cached user opens the app at once, however long the server takes to answer.
        const user = await remembered.cached();
        if (user !== null && get().session.phase === "starting") {
          set({ session: { phase: "signedIn", user, fresh: false } });
        }
        await fetching;
      },
      lastEmail: () => local.get(LOCAL_KEYS.email) ?? "",
      async login(credentials) {
        const errors = await enter("/api/login", credentials);
        if (errors === null) local.set(LOCAL_KEYS.email, credentials.email);
        return errors;
      },
      signup: (fields) => enter("/api/signup", fields),
      async requestReset(email) {
        const accept = isMessage(isText);
        const outcome = await http.call({
          method: "POST",
          path: "/api/resetPassword",
          body: { email },
          withCookie: true,
          accept,
        });
        return outcome.kind === "answer" ? outcome.value : { errors: errorsOf(outcome, parts.sentences) };
      },
      resetPassword: (input) => enter("/api/resetPassword", input),
      async logout(unsent) {
        const { session } = get();
        // Called before the token is removed; a device without a connection signs out all the same.
        await http.call({
          method: "POST",
          path: "/api/logout",
          accept: isRecord,
          timeoutMs: LOGOUT_TIMEOUT_MS,
        });
        const forgotten = remembered.forget();
        local.remove(LOCAL_KEYS.email);
        set({ session: { phase: "signedOut", reason: "loggedOut" }, userFetch: "idle" });
        await forgotten;
        if (session.phase !== "signedIn") return;
        await data
          .clear(session.user.userIdSql, { discardUnsent: unsent === "discard" })
          .catch(() => undefined);
      },
      async verify() {
        if (local.get(LOCAL_KEYS.token) !== null) await fetchUser();
      },
      async adopt(answered) {
        const user = withRole(answered);
        const { session } = get();
        // The session ended, or another person signed in, during the write.
        if (session.phase !== "signedIn" || session.user.userIdSql !== user.userIdSql) return;
        set({ session: { ...session, user } });
        await parts.keyValues.set(CACHED_USER_KEY, user);
      },
      portrait: createPortraits(parts),
    };
  });
}

/** The user fetch, one at a time; it alone decides whether the session goes on. */
function createUserFetch(
  parts: SessionParts,
  { set, get }: { set(change: Partial<SessionStore>): void; get(): SessionStore },
) {
  const { http, local, keyValues, data } = parts;
  const remembered = rememberedUser(parts);
  let fetching: Promise<void> | null = null;

  const loadUser = async () => {
    const token = local.get(LOCAL_KEYS.token);
    set({ userFetch: "beginning" });
    const outcome = await http.call({ path: "/api/user", accept: isUserAnswer });
    // The session ended, or another person signed in, during the call.
    if (local.get(LOCAL_KEYS.token) !== token) return;
    if (outcome.kind === "answer") {
      const user = withRole(outcome.value.userCredentials);
      await data.clearOthers(user.userIdSql).catch(() => undefined);
      local.set(LOCAL_KEYS.userId, String(user.userIdSql));
      await keyValues.set(CACHED_USER_KEY, user);
      set({ session: { phase: "signedIn", user, fresh: true }, userFetch: "success" });
    } else if (endsSession(outcome)) {
      const { session } = get();
      const user = session.phase === "signedIn" ? session.user : await remembered.cached();
      const deleted = isDeletedAccount(outcome);
      if (deleted) local.remove(LOCAL_KEYS.email);
      const leaving = user !== null && (deleted || user.deletionAt !== null) ? { leaving: user } : {};
      const reason = deleted ? "deleted" : "refused";
      // The token and the session end together: a storage that does not answer must not leave a person signed in
      // without a token, whose refusals nothing would follow.
      const forgotten = remembered.forget();
      set({ session: { phase: "signedOut", reason, ...leaving }, userFetch: "failure" });
      await forgotten;
    } else {
      set({ session: await sessionWithoutServer(get().session), userFetch: "failure" });
    }
  };
  const sessionWithoutServer = async (now: SessionState): Promise<SessionState> => {
    if (now.phase === "signedIn") return { ...now, fresh: false };
    const user = await remembered.known();
    return user === null ? { phase: "signedOut", reason: "none" } : { phase: "signedIn", user, fresh: false };
  };
  return {
    fetchUser(): Promise<void> {
      fetching ??= loadUser().finally(() => {
        fetching = null;
      });
      return fetching;
    },
    /** Resolves when the fetch that is on its way, if any, has ended. */
    fetched: async () => await fetching,
  };
}

/** Whether the server refuses the session; a server of the specification alone has no codes. */
function endsSession(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind !== "refusal" || (outcome.status !== 401 && outcome.status !== 403)) return false;
  const { code } = outcome.refusal;
  return outcome.protocol === null || code === "signed_out" || code === "forbidden";
}

/** Whether the session was refused because its account was deleted. */
function isDeletedAccount(outcome: HttpOutcome<unknown>): boolean {
  if (outcome.kind !== "refusal" || outcome.protocol === null) return false;
  const { message } = outcome.refusal;
  return isRecord(message) && message.account === DELETED_ACCOUNT.account;
}

/** The person who signed in last on this device. */
function rememberedUser({ local, keyValues }: Pick<SessionParts, "local" | "keyValues">) {
  const cached = async (): Promise<User | null> => {
    const stored = await keyValues.get(CACHED_USER_KEY);
    const isTheirs = isUser(stored) && String(stored.userIdSql) === local.get(LOCAL_KEYS.userId);
    return isTheirs ? withRole(stored) : null;
  };
  return {
    cached,
    async known(): Promise<User | null> {
      const user = await cached();
      if (user !== null) return user;
      // Without the cached user only the id is known: enough to find the work that waits, not to allow anything.
      const userIdSql = Number(local.get(LOCAL_KEYS.userId) ?? Number.NaN);
      return Number.isSafeInteger(userIdSql) ? leastPrivileged(userIdSql) : null;
    },
    async forget(): Promise<void> {
      local.remove(LOCAL_KEYS.token);
      local.remove(LOCAL_KEYS.userId);
      await keyValues.remove(CACHED_USER_KEY);
      await keyValues.remove(PORTRAIT_KEY);
    },
  };
}

function errorsOf(
  outcome: HttpOutcome<unknown>,
  { unreachable, refused }: SessionParts["sentences"],
): FieldErrors {
  const errors = outcome.kind === "refusal" ? outcome.refusal.errors : {};
  if (Object.keys(errors).length > 0) return errors;
  return { general: isUnanswered(outcome) ? unreachable : refused };
}

const LOGOUT_TIMEOUT_MS = 3_000;

const isUser = isShape<User>({
  userIdSql: isNumber,
  firstName: isText,
  lastName: isText,
  username: isText,
  email: isText,
  imageUrl: isOrNull(isText),
});
export const isUserAnswer = isShape<{ userCredentials: User }>({ userCredentials: isUser });
const isTokenAnswer = isShape<{ token: string }>({ token: isText });
const isRole = isOneOf(ROLES);

/** A server that names no role gives the least one; one without the additions deletes no account later. */
function withRole(user: User): User {
  const role = isRole(user.role) ? user.role : "restricted";
  const deletionAt = typeof user.deletionAt === "string" ? user.deletionAt : null;
  return { ...user, role, deletionAt };
}

function leastPrivileged(userIdSql: number): User {
  const unknown = { firstName: "", lastName: "", phoneNumber: "", country: "", username: "", email: "" };
  return { userIdSql, ...unknown, imageUrl: null, role: "restricted", deletionAt: null };
}
