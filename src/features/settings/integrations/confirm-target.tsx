import { type FormEvent, useState } from "react";
import { callProblem } from "../../../client/call-problem.ts";
import { useServices } from "../../../client/services.tsx";
import type { TargetPlatform } from "../../../domain/integration/targets.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { TextField } from "../../../ui/controls/form-field.tsx";
import { confirmTarget, sendCode } from "./integration-calls.ts";
import styles from "./integrations.module.css";
import { tell } from "./tell-update.ts";

interface ConfirmTargetProps {
  platform: TargetPlatform;
  target: string;
  online: OnlineOnly;
  onConfirmed(): void;
}

/** The step that an address still lacks: the code that was sent to it. */
export function ConfirmTarget({ platform, target, online, onConfirmed }: ConfirmTargetProps) {
  const { http } = useServices();
  const [code, setCode] = useState("");
  const [busy, setBusy] = useState<"confirm" | "send" | null>(null);
  const [problem, setProblem] = useState<string | undefined>();

  const confirm = async (event: FormEvent) => {
    event.preventDefault();
    if (!online.may || busy !== null) return;
    setBusy("confirm");
    const outcome = await confirmTarget(http, platform, { code, target });
    setBusy(null);
    if (outcome.kind !== "answer") {
      const named = outcome.kind === "refusal" ? outcome.refusal.errors.code : undefined;
      return setProblem(named ?? callProblem(outcome));
    }
    tell(INTEGRATIONS.confirmedToast(target), true);
    onConfirmed();
  };

  const send = async () => {
    setBusy("send");
    const outcome = await sendCode(http, platform, target);
    setBusy(null);
    if (outcome.kind === "answer") {
      setProblem(undefined);
      return tell(INTEGRATIONS.codeSent(target), true);
    }
    const isLimit = outcome.kind === "refusal" && outcome.status === 429;
    setProblem(isLimit ? INTEGRATIONS.codeLimit : callProblem(outcome));
  };

  return (
    <form className={styles.confirm} noValidate onSubmit={(event) => void confirm(event)}>
      <TextField
        label={INTEGRATIONS.code(target)}
        name="code"
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={INTEGRATIONS.codeHint}
        error={problem}
        onChange={(typed) => {
          setCode(typed);
          setProblem(undefined);
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" busy={busy === "confirm"} {...online.button}>
          {INTEGRATIONS.confirm}
        </Button>
        <Button variant="plain" busy={busy === "send"} {...online.button} onClick={() => void send()}>
          {INTEGRATIONS.sendCode}
        </Button>
      </div>
    </form>
  );
}
