import { useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { CLEAR_PHRASE, confirmsClear } from "../../domain/device/clear-confirmation.ts";
import { INTERNAL } from "../../messages/internal/internal.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import type { DeviceContents } from "../../protocol/calls/internal-calls.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { TextField } from "../../ui/controls/form-field.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import styles from "./internal.module.css";
import { clearDevice, readContents } from "./internal-calls.ts";

const { clear: TEXT } = INTERNAL;

/** First what would be deleted, counted; then the confirmation in two parts. */
export function ClearDeviceTab() {
  const { http } = useServices();
  const writes = useOnlineOnly(TEXT.changing);
  const [deviceId, setDeviceId] = useState("");
  const [contents, setContents] = useState<DeviceContents | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    setProblem(null);
    const outcome = await readContents(http, deviceId.trim());
    setBusy(false);
    if (outcome.kind === "answer") setContents(outcome.value.message);
    else setProblem(isMissing(outcome) ? TEXT.noDevice : callProblem(outcome));
  };
  return (
    <div className={styles.clear}>
      <p className={styles.words}>{TEXT.words}</p>
      {writes.reason}
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault();
          void look();
        }}
      >
        <TextField
          label={TEXT.device}
          name="deviceId"
          value={deviceId}
          autoCapitalize="none"
          autoComplete="off"
          onChange={(text) => {
            setDeviceId(text);
            setContents(null);
            setProblem(null);
          }}
          error={problem ?? undefined}
        />
        <Button type="submit" busy={busy} {...writes.button} disabled={deviceId.trim() === "" || !writes.may}>
          {TEXT.look}
        </Button>
      </form>
      {contents !== null && (
        <ConfirmClear
          key={contents.device_id}
          contents={contents}
          writes={writes}
          onCleared={() => {
            setContents(null);
            setDeviceId("");
          }}
        />
      )}
    </div>
  );
}

interface ConfirmClearProps {
  contents: DeviceContents;
  writes: OnlineOnly;
  onCleared(): void;
}

function ConfirmClear({ contents, writes, onCleared }: ConfirmClearProps) {
  const { http } = useServices();
  const write = useWrite((failed) => (isMissing(failed) ? TEXT.gone : callProblem(failed)));
  const [typedId, setTypedId] = useState("");
  const [phrase, setPhrase] = useState("");
  const { device_id: deviceId, display_name: name, users } = contents;
  const clear = async () => {
    if (!confirmsClear({ deviceId: typedId, phrase }, deviceId)) {
      write.setProblem(TEXT.wrong);
      return;
    }
    const done = await write.run(() => clearDevice(http, deviceId), "after");
    if (done === null) return;
    showToast({ tone: "ok", message: TEXT.cleared(deviceId) });
    onCleared();
  };
  return (
    <section className={styles.confirm} aria-label={TEXT.confirm}>
      <h2 className={styles.heading}>{TEXT.willGo(name, deviceId)}</h2>
      <ul className={styles.contents}>
        {(["insights", "photos", "alerts", "updates"] as const).map((kind) => (
          <li key={kind}>{TEXT.contents[kind](contents[kind])}</li>
        ))}
        <li>{TEXT.users(users)}</li>
      </ul>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void clear();
        }}
      >
        <TextField
          label={TEXT.typeId}
          name="typedId"
          value={typedId}
          autoCapitalize="none"
          autoComplete="off"
          onChange={setTypedId}
        />
        <TextField
          label={TEXT.typePhrase(CLEAR_PHRASE)}
          name="phrase"
          value={phrase}
          autoCapitalize="none"
          autoComplete="off"
          onChange={setPhrase}
        />
        {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
        <Button type="submit" variant="danger" busy={write.busy} {...writes.button}>
          {TEXT.clear}
        </Button>
      </form>
    </section>
  );
}

function isMissing(outcome: { kind: string; status?: number }): boolean {
  return outcome.kind === "refusal" && outcome.status === 404;
}
