import { isOlderVersion } from "../../domain/version.ts";
import { SESSION_SENTENCES } from "../../messages/shell/session.ts";
import type { OpenChannel } from "../../platform/channel.ts";
import { noteServerTime } from "../../platform/clock-difference.ts";
import { createHttp, type Http } from "../../platform/http.ts";
import { LOCAL_KEYS, type LocalData } from "../../platform/stored-values.ts";
import { createSessionStore, isUserAnswer } from "../../state/session.ts";
import type { SessionStoreApi } from "../../state/session-store.ts";
import type { ClientWorld } from "./client-world.ts";
import { forgetUnsentNote } from "./watch-eviction.ts";

/** Here a refusal concerns the typed password, not the session. */
const ABOUT_PASSWORDS = ["/api/login", "/api/changePassword"];

/** The browser clears a whole site within this time. */
const CLEARING_MS = 2000;

/** The HTTP client and the session: a 401 or 403 to any call makes the session verify itself. */
export function composeSession(world: ClientWorld): { http: Http; session: SessionStoreApi } {
  const { local, keyValues } = world;
  const atRest = async () => {
    await Promise.all(Array.from(world.running, (stop) => stop()));
  };
  const data: LocalData = {
    ...world.data,
    async clear(userId, options) {
      await atRest();
      await world.data.clear(userId, options);
      if (options.discardUnsent) forgetUnsentNote(userId, local);
    },
  };
  const http = createHttp({
    base: world.apiBase,
    authorization: () => local.get(LOCAL_KEYS.token),
    fetch: world.fetch,
    timeLimitFactor: world.timeLimitFactor,
    isPlainServer: () => local.get(LOCAL_KEYS.plainServer) !== null,
    onAnswer(announced, serverMs) {
      if (serverMs !== null) noteServerTime(local, world.clock.now(), serverMs);
      const plain = local.get(LOCAL_KEYS.plainServer) !== null;
      if (announced && plain) local.remove(LOCAL_KEYS.plainServer);
      else if (!announced && !plain) local.set(LOCAL_KEYS.plainServer, "yes");
    },
    onMinClient: (least) => world.onTooOld(isOlderVersion(world.version, least)),
    onTooOld: () => world.onTooOld(true),
    onDenied(path) {
      // The token has ended or the role was changed: the user is fetched anew, and the screens follow.
      if (!ABOUT_PASSWORDS.includes(path) && path !== "/api/user") void session.getState().verify();
    },
  });
  const session = createSessionStore({ http, local, keyValues, data, sentences: SESSION_SENTENCES });
  return { http, session };
}

/**
 * Follows sign-ins and sign-outs in other tabs, and what they learn of the person, for instance that the account stays
 * after all. Returns the unsubscribe function.
 */
export function followOtherTabs(session: SessionStoreApi, openChannel: OpenChannel): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = (event: StorageEvent) => {
    if (event.key === LOCAL_KEYS.token) void session.getState().start();
    // The browser clears the databases of a site beside its small values: unsent work that is deleted later than the
    // sign-out closes its database would be lost, where a page that still has it stores it anew.
    else if (event.key === null) {
      clearTimeout(timer);
      timer = setTimeout(() => void session.getState().start(), CLEARING_MS);
    }
  };
  window.addEventListener("storage", follow);
  const close = shareUser(session, openChannel);
  return () => {
    window.removeEventListener("storage", follow);
    clearTimeout(timer);
    close();
  };
}

function shareUser(session: SessionStoreApi, openChannel: OpenChannel): () => void {
  let heard = "";
  const channel = openChannel("understory-user", (message) => {
    if (!isUserAnswer(message)) return;
    heard = JSON.stringify(message);
    void session.getState().adopt(message.userCredentials);
  });
  const stop = session.subscribe(({ session: now }, { session: before }) => {
    if (now.phase !== "signedIn" || before.phase !== "signedIn") return;
    const answer = { userCredentials: now.user };
    const text = JSON.stringify(answer);
    // Of what another tab said nothing is said again: two tabs would go on for ever.
    if (text !== heard && text !== JSON.stringify({ userCredentials: before.user })) channel.post(answer);
  });
  return () => {
    stop();
    channel.close();
  };
}
