import { useEffect, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { useServices } from "../../client/services.tsx";
import { putsModelOn } from "../../domain/device/deploy.ts";
import { MODELS } from "../../messages/fleet/models.ts";
import { UNDO } from "../../messages/words.ts";
import type { Deployment } from "../../protocol/fleet.ts";
import type { Device, Model } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { changeDeployment, type DeployTarget } from "./models-calls.ts";

/** A change of a whole group can be taken back for so long. */
const UNDO_OFFER_MS = 10_000;

const NO_ANSWERS: ReadonlyMap<string, boolean> = new Map();

/** Deploys one model; holds running calls, and answers that the mirror does not show yet. */
export function useDeploy(model: Model, devices: readonly Device[]) {
  const { http, sync } = useServices();
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [answers, setAnswers] = useState(NO_ANSWERS);

  // An answer is dropped once the mirror shows it.
  useEffect(() => {
    const mirrored = new Map(devices.map(({ device_id, models }) => [device_id, models]));
    setAnswers((before) => {
      const pending = [...before].filter(([id, on]) => mirrored.get(id)?.includes(model.alg_id) === !on);
      return pending.length === before.size ? before : new Map(pending);
    });
  }, [devices, model.alg_id]);

  const isOn = ({ device_id, models }: Device) => answers.get(device_id) ?? models.includes(model.alg_id);

  /** @param key of the row that the button stands in  @param name of what is changed */
  const change = async (key: string, name: string, target: DeployTarget, on: boolean) => {
    // The answer names all Sentinels of a group.
    const wereSo = new Set(devices.filter(isOn).map(({ device_id }) => device_id));
    setBusy((before) => new Set(before).add(key));
    const outcome = await changeDeployment(http, target, model.alg_id, on);
    if (outcome.kind === "answer") {
      const { message } = outcome.value;
      const changed = message.filter(({ device_id }) => wereSo.has(device_id) !== on);
      setAnswers(
        (before) =>
          new Map([
            ...before,
            ...message.map((pair) => [pair.device_id, putsModelOn(pair.deployed_status)] as const),
          ]),
      );
      const words = on ? MODELS.putDone : MODELS.takeDone;
      showToast({
        message: words(model.alg_name, name),
        tone: "ok",
        ...("group_id" in target && {
          durationMs: UNDO_OFFER_MS,
          action: { label: UNDO, run: () => void takeBack(key, name, changed, !on) },
        }),
      });
    } else {
      showToast({ message: callProblem(outcome), tone: "error" });
    }
    setBusy((before) => new Set([...before].filter((one) => one !== key)));
    // Pulls in every case; the answer counts until the mirror shows it.
    await sync.pullNow();
  };
  /** Each Sentinel that the call changed: those of the group that were so before stay. */
  const takeBack = async (key: string, name: string, changed: readonly Deployment[], on: boolean) => {
    for (const { device_id } of changed) await change(key, name, { device_id }, on);
  };
  return { busy, answers, change };
}
