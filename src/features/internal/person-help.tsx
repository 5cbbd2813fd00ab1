import { useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { ROLES, type Role } from "../../domain/account/role.ts";
import { sessionLabel } from "../../domain/account/session-label.ts";
import { INTERNAL } from "../../messages/internal/internal.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import type { UserAccess } from "../../protocol/calls/internal-calls.ts";
import type { InternalUser } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { SelectField } from "../../ui/controls/select-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./internal.module.css";
import { changeRole, endSessions, sendResetMail } from "./internal-calls.ts";

const { people: TEXT } = INTERNAL;

interface PersonHelpProps {
  user: InternalUser;
  access: UserAccess;
  writes: OnlineOnly;
  onAccess(access: UserAccess): void;
}

/** Help of staff for one person: end all sessions, send a reset mail, give a role. */
export function PersonHelp({ user, access, writes, onAccess }: PersonHelpProps) {
  const { http } = useServices();
  const write = useWrite();
  const [isSure, setSure] = useState(false);
  const [role, setRole] = useState<Role>(access.role);
  const { user_id: userId, username, email } = user;
  const ok = (message: string) => showToast({ tone: "ok", message });

  const signOut = async () => {
    const done = await write.run(() => endSessions(http, userId), "after");
    setSure(false);
    if (done === null) return;
    onAccess(done.value.message);
    ok(TEXT.signedOut(username));
  };
  const mail = async () => {
    if ((await write.run(() => sendResetMail(http, userId), "after")) !== null) ok(TEXT.resetSent(email));
  };
  const saveRole = async () => {
    const done = await write.run(() => changeRole(http, userId, role), "after");
    if (done === null) return;
    onAccess(done.value.message);
    ok(TEXT.roleSaved(username, role));
  };
  return (
    <article className={styles.person} aria-label={username}>
      <h3 className={styles.heading}>{username}</h3>
      <p className={styles.words}>
        {user.first_name} {user.last_name}, {email}
      </p>
      <p>{TEXT.sessions(access.sessions.length)}</p>
      <ul className={styles.contents}>
        {access.sessions.map(({ id, userAgent, lastSeenAt }) => (
          <li key={id}>
            {sessionLabel(userAgent) ?? TEXT.unknownDevice}, {TEXT.lastSeen(lastSeenAt.slice(0, 10))}
          </li>
        ))}
      </ul>
      {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      {isSure ? (
        <div role="alertdialog" aria-label={TEXT.signOut} className={styles.sure}>
          <p>{TEXT.signOutSure(username)}</p>
          <div className={styles.buttons}>
            <Button onClick={() => setSure(false)}>{TEXT.keep}</Button>
            <Button variant="danger" busy={write.busy} {...writes.button} onClick={() => void signOut()}>
              {TEXT.signOut}
            </Button>
          </div>
        </div>
      ) : (
        <div className={styles.buttons}>
          <Button {...writes.button} onClick={() => setSure(true)}>
            {TEXT.signOut}
          </Button>
          <Button busy={write.busy} {...writes.button} onClick={() => void mail()}>
            {TEXT.resetMail}
          </Button>
        </div>
      )}
      <div className={styles.line}>
        <SelectField
          label={TEXT.role}
          name="role"
          value={role}
          disabled={access.roleIsFixed}
          hint={access.roleIsFixed ? TEXT.roleFixed : undefined}
          onChange={(value) => setRole(ROLES.find((one) => one === value) ?? role)}
          options={ROLES.map((value) => ({ value, label: TEXT.roles[value] }))}
        />
        {!access.roleIsFixed && (
          <Button
            busy={write.busy}
            {...writes.button}
            disabled={role === access.role || !writes.may}
            onClick={() => void saveRole()}
          >
            {TEXT.saveRole}
          </Button>
        )}
      </div>
    </article>
  );
}
