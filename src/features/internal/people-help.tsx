import { useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { useServices } from "../../client/services.tsx";
import { useServerList } from "../../client/use-server-list.ts";
import { useWrite } from "../../client/use-write.ts";
import { INTERNAL } from "../../messages/internal/internal.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { ServerListStates } from "../../parts/server-list-states.tsx";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import type { Invite, UserAccess } from "../../protocol/calls/internal-calls.ts";
import { isInternalUser } from "../../protocol/records/internal-guards.ts";
import type { InternalUser } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./internal.module.css";
import { createInvite, readAccess, USERS_PATH } from "./internal-calls.ts";
import { PersonHelp } from "./person-help.tsx";

const { people: TEXT } = INTERNAL;

/** At most so many suggestions under the field. */
const MOST_SUGGESTED = 20;

export function PeopleTab() {
  const writes = useOnlineOnly(TEXT.changing);
  const users = useServerList({ path: USERS_PATH, row: isInternalUser });
  return (
    <div className={styles.people}>
      {writes.reason}
      <InvitePart writes={writes} />
      <section className={styles.part}>
        <h2 className={styles.heading}>{TEXT.help}</h2>
        <ServerListStates list={users.list} what={TEXT.list} onRetry={users.reload}>
          {(rows) => <FindPerson users={rows} writes={writes} />}
        </ServerListStates>
      </section>
    </div>
  );
}

function InvitePart({ writes }: { writes: OnlineOnly }) {
  const { http } = useServices();
  const write = useWrite();
  const [invite, setInvite] = useState<Invite | null>(null);
  const make = async () => {
    const made = await write.run(() => createInvite(http), "after");
    if (made !== null) setInvite(made.value.message);
  };
  const copy = async (link: string) => {
    await navigator.clipboard.writeText(link);
    showToast({ tone: "ok", message: TEXT.copied });
  };
  return (
    <section className={styles.part}>
      <h2 className={styles.heading}>{TEXT.invite}</h2>
      <p className={styles.words}>{TEXT.inviteWords}</p>
      {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
      {invite !== null && (
        <>
          <p className={styles.link}>
            <output aria-label={TEXT.inviteLink}>{invite.link}</output>
          </p>
          <p className={styles.link}>{TEXT.inviteCode(invite.code)}</p>
        </>
      )}
      <div className={styles.buttons}>
        {invite !== null && <Button onClick={() => void copy(invite.link)}>{TEXT.copy}</Button>}
        <Button busy={write.busy} {...writes.button} onClick={() => void make()}>
          {invite === null ? TEXT.makeInvite : TEXT.makeAnother}
        </Button>
      </div>
    </section>
  );
}

function FindPerson({ users, writes }: { users: readonly InternalUser[]; writes: OnlineOnly }) {
  const { http } = useServices();
  const [named, setNamed] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<{ user: InternalUser; access: UserAccess } | null>(null);
  const wanted = named.trim().toLowerCase();
  const isNamed = (user: InternalUser) =>
    user.username.toLowerCase() === wanted || user.email.toLowerCase() === wanted;
  const find = async () => {
    const user = users.find(isNamed);
    setFound(null);
    if (user === undefined) return setProblem(TEXT.noPerson);
    setProblem(null);
    setBusy(true);
    const outcome = await readAccess(http, user.user_id);
    setBusy(false);
    if (outcome.kind === "answer") setFound({ user, access: outcome.value.message });
    else setProblem(callProblem(outcome));
  };
  const suggested = users.filter(
    ({ username, email }) => wanted !== "" && `${username} ${email}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <TextField
          label={TEXT.person}
          name="person"
          value={named}
          onChange={setNamed}
          autoCapitalize="none"
          autoComplete="off"
          suggestions={suggested.slice(0, MOST_SUGGESTED).map(({ username }) => username)}
          error={problem ?? undefined}
        />
        <Button type="submit" busy={busy} {...writes.button} disabled={wanted === "" || !writes.may}>
          {TEXT.find}
        </Button>
      </form>
      {found && (
        <PersonHelp
          key={found.user.user_id}
          user={found.user}
          access={found.access}
          writes={writes}
          onAccess={(access) => setFound({ user: found.user, access })}
        />
      )}
    </>
  );
}
