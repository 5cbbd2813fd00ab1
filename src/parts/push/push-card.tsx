import { useCallback, useEffect, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { usePublicConfig } from "../../client/public-config.tsx";
import {
  browserPushRecords,
  createPushDevice,
  type PushDevice,
  type PushDeviceParts,
  type PushProblem,
  type PushState,
} from "../../client/push/push-device.ts";
import { useServices } from "../../client/services.tsx";
import { PUSH } from "../../messages/alerts/push.ts";
import { browserPush, type PushBrowser } from "../../platform/push-browser.ts";
import { PUSH_TOPICS, type PushTopic } from "../../protocol/push/push-message.ts";
import { installStore } from "../../state/install-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Switch } from "../../ui/controls/switch.tsx";
import { LoadingNotice } from "../../ui/feedback/loading-notice.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { useOnlineOnly } from "../use-online-only.tsx";
import styles from "./push-card.module.css";

/** What a first press switches on; alerts are what a person on the way must know. */
const FIRST_TOPICS: readonly PushTopic[] = ["alerts"];

interface Said {
  readonly tone: "ok" | "danger";
  readonly words: string;
}

export interface PushCardProps {
  /** The browser and its records; a test gives its own. */
  browser?: PushBrowser;
  records?: PushDeviceParts["records"];
}

/** Push messages on this device: on or off, of what, and a test. The browser's question comes after a press alone. */
export function PushCard({ browser, records }: PushCardProps) {
  const { state, said, busy, online, run, device } = usePushDevice(browser, records);
  if (state === null) return <LoadingNotice />;
  const isOn = state.kind === "on" || state.kind === "failing";
  const maySwitch = isOn || state.kind === "off";
  const topics = state.kind === "on" || state.kind === "failing" ? state.topics : FIRST_TOPICS;
  const switchTo = (on: boolean) => run(() => (on ? device.switchOn(FIRST_TOPICS) : device.switchOff()));
  const tell = (topic: PushTopic, wanted: boolean) =>
    run(() => device.switchOn(PUSH_TOPICS.filter((one) => (one === topic ? wanted : topics.includes(one)))));
  return (
    <div className={styles.card}>
      <p className={styles.words}>{PUSH.words}</p>
      {online.reason}
      {!maySwitch && <Notice tone="info">{PUSH.states[state.kind]}</Notice>}
      {maySwitch && (
        <Switch checked={isOn} disabled={busy || !online.may} onChange={(on) => void switchTo(on)}>
          {PUSH.switchLabel}
        </Switch>
      )}
      {state.kind === "failing" && online.may && <Notice tone="danger">{PUSH.states.failing}</Notice>}
      {isOn && (
        <fieldset className={styles.topics} disabled={busy || !online.may}>
          <legend>{PUSH.topicsHeading}</legend>
          {PUSH_TOPICS.map((topic) => (
            <label key={topic} className={styles.topic}>
              <input
                type="checkbox"
                checked={topics.includes(topic)}
                onChange={(event) => void tell(topic, event.target.checked)}
              />
              {PUSH.topics[topic]}
            </label>
          ))}
          <p className={styles.hint}>{PUSH.insightsHint}</p>
        </fieldset>
      )}
      {state.kind === "on" && (
        <Button busy={busy} {...online.button} onClick={() => void run(() => device.test())}>
          {PUSH.test}
        </Button>
      )}
      {said !== null && maySwitch && <Notice tone={said.tone}>{said.words}</Notice>}
    </div>
  );
}

function usePushDevice(
  givenBrowser: PushBrowser | undefined,
  givenRecords: PushDeviceParts["records"] | undefined,
) {
  const { http, userId } = useServices();
  const publicKey = usePublicConfig()?.vapidPublicKey ?? null;
  const online = useOnlineOnly(PUSH.switching);
  const [browser] = useState(() => givenBrowser ?? browserPush(needsInstall));
  const [records] = useState(() => givenRecords ?? browserPushRecords());
  const [state, setState] = useState<PushState | null>(null);
  const [said, setSaid] = useState<Said | null>(null);
  const [busy, setBusy] = useState(false);
  const [device, setDevice] = useState(() => createPushDevice({ browser, records, http, userId, publicKey }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the connection, what could not be done before is tried anew
  useEffect(() => {
    const made = createPushDevice({ browser, records, http, userId, publicKey });
    let here = true;
    setDevice(made);
    void made.read().then((read) => here && setState(read));
    return () => {
      here = false;
    };
  }, [browser, records, http, userId, publicKey, online.may]);

  const run = useCallback(
    async (work: () => ReturnType<PushDevice["switchOn"]> | ReturnType<PushDevice["test"]>) => {
      setBusy(true);
      setSaid(null);
      const outcome = await work();
      const read = await device.read();
      setState(read);
      setSaid(saidOf(outcome));
      setBusy(false);
    },
    [device],
  );
  return { state, said, busy, online, run, device };
}

function saidOf(outcome: PushProblem | Awaited<ReturnType<PushDevice["test"]>> | null): Said | null {
  if (outcome === null) return null;
  if (outcome === "noPushService") return { tone: "danger", words: PUSH.noPushService };
  if (outcome === "notAllowed") return { tone: "danger", words: PUSH.notAllowed };
  if ("kind" in outcome) return { tone: "danger", words: callProblem(outcome) };
  if (outcome.sent) return { tone: "ok", words: PUSH.testSent };
  return { tone: "danger", words: outcome.gone ? PUSH.testGone : PUSH.testRefused(outcome.answer) };
}

function needsInstall(): boolean {
  return installStore.getState().way === "iosSteps";
}
