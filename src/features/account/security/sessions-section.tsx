import Laptop from "lucide-react/icons/laptop";
import Smartphone from "lucide-react/icons/smartphone";
import { useId, useState } from "react";
import { useStore } from "zustand";
import { useServices } from "../../../client/services.tsx";
import { useServerList } from "../../../client/use-server-list.ts";
import { sessionLabel } from "../../../domain/account/session-label.ts";
import { fullUtc, MINUTE_MS } from "../../../domain/time.ts";
import { SESSIONS } from "../../../messages/account/security.ts";
import { agoWords } from "../../../messages/time-words.ts";
import { ServerListStates } from "../../../parts/server-list-states.tsx";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import { isFlag, isOrNull, isShape, isText } from "../../../platform/json-shape.ts";
import type { Session } from "../../../protocol/shapes.ts";
import type { AccountStoreApi } from "../../../state/account-store.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { useNow } from "../../../ui/use-now.ts";
import styles from "../account.module.css";
import { endSessions } from "./account-calls.ts";
import securityStyles from "./security.module.css";

const isSession = isShape<Session>({
  id: isText,
  createdAt: isText,
  lastSeenAt: isText,
  userAgent: isOrNull(isText),
  current: isFlag,
});

/** The devices that are signed in; each other one can be signed out, and all of them at once. */
export function SessionsSection({ account }: { account: AccountStoreApi }) {
  const { http } = useServices();
  const headingId = useId();
  const passwordChange = useStore(account, (state) => state.passwordChange);
  // A change of the password has ended the others.
  const { list, reload } = useServerList({ path: "/api/sessions", row: isSession, because: passwordChange });
  const online = useOnlineOnly(SESSIONS.writing);
  const [ending, setEnding] = useState<readonly string[]>([]);
  const others = list.kind === "loaded" ? list.rows.filter(({ current }) => !current) : [];

  const end = async (ids: readonly string[]) => {
    setEnding(ids);
    const ended = await endSessions(http, ids);
    setEnding([]);
    reload();
    const all = ended === ids.length;
    showToast(
      all ? { message: SESSIONS.signedOut(ended), tone: "ok" } : { message: SESSIONS.failed, tone: "error" },
    );
  };
  const busy = ending.length > 0;

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={securityStyles.head}>
        <h2 id={headingId}>{SESSIONS.title}</h2>
        {others.length > 0 && (
          <Button
            {...online.button}
            busy={busy && ending.length === others.length}
            disabled={busy || !online.may}
            onClick={() => void end(others.map(({ id }) => id))}
          >
            {SESSIONS.signOutOthers}
          </Button>
        )}
      </div>
      <ServerListStates list={list} what={SESSIONS.what} onRetry={reload}>
        {(sessions) => (
          <>
            <ul className={securityStyles.devices} data-list="acts">
              {sessions.map((session) => (
                <SessionItem
                  key={session.id}
                  session={session}
                  busy={ending.includes(session.id)}
                  button={{ ...online.button, disabled: busy || !online.may }}
                  onEnd={() => void end([session.id])}
                />
              ))}
            </ul>
            {sessions.length === 1 && <p className={styles.words}>{SESSIONS.alone}</p>}
          </>
        )}
      </ServerListStates>
    </section>
  );
}

interface SessionItemProps {
  session: Session;
  busy: boolean;
  button: { disabled: boolean; "aria-describedby"?: string; title?: string };
  onEnd(): void;
}

function SessionItem({ session, busy, button, onEnd }: SessionItemProps) {
  const nowMs = useNow(MINUTE_MS);
  const name = sessionLabel(session.userAgent) ?? SESSIONS.unknown;
  const seenMs = Date.parse(session.lastSeenAt);
  const Icon = /Android|iPhone|iPad/.test(name) ? Smartphone : Laptop;
  return (
    <li className={securityStyles.device}>
      <Icon size={20} aria-hidden="true" />
      <div className={securityStyles.deviceWords}>
        <span className={securityStyles.deviceName}>{name}</span>
        <span className={securityStyles.time} title={fullUtc(seenMs)}>
          {SESSIONS.lastSeen(agoWords(seenMs, nowMs))}
        </span>
      </div>
      {session.current ? (
        <span className={securityStyles.here}>{SESSIONS.current}</span>
      ) : (
        <Button {...button} busy={busy} aria-label={SESSIONS.signOutOf(name)} onClick={onEnd}>
          {SESSIONS.signOut}
        </Button>
      )}
    </li>
  );
}
