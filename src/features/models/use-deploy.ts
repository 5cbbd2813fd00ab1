import { useEffect, useState } from "react";
import { callProblem } from "../../client/call-problem.ts";
import { useServices } from "../../client/services.tsx";
import { putsModelOn } from "../../domain/device/deploy.ts";
import { MODELS } from "../../messages/fleet/models.ts";
import { TRY_AGAIN, UNDO } from "../../messages/words.ts";
import type { Deployment } from "../../protocol/fleet.ts";
import type { Device, Model } from "../../protocol/shapes.ts";
import { showToast } from "../../state/toast-store.ts";
import { changeDeployment, changeEach, type DeployTarget } from "./models-calls.ts";

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

  const markBusy = (key: string, on: boolean) =>
    setBusy((before) => new Set(on ? [...before, key] : [...before].filter((one) => one !== key)));
  const remember = (pairs: readonly Deployment[]) =>
    setAnswers(
      (before) =>
        new Map([
          ...before,
          ...pairs.map((pair) => [pair.device_id, putsModelOn(pair.deployed_status)] as const),
        ]),
    );

  /** @param key of the row that the button stands in  @param name of what is changed */
  const change = async (key: string, name: string, target: DeployTarget, on: boolean) => {
    // The answer names all Sentinels of a group.
    const wereSo = new Set(devices.filter(isOn).map(({ device_id }) => device_id));
    markBusy(key, true);
    const outcome = await changeDeployment(http, target, model.alg_id, on);
    if (outcome.kind === "answer") {
      const { message } = outcome.value;
      remember(message);
      const changed = message.filter((pair) => wereSo.has(pair.device_id) !== on);
      const words = on ? MODELS.putDone : MODELS.takeDone;
      showToast({
        message: words(model.alg_name, name),
        tone: "ok",
        ...("group_id" in target &&
          changed.length > 0 && {
            durationMs: UNDO_OFFER_MS,
            action: { label: UNDO, run: () => void takeBack(key, name, changed.map(idOf), !on) },
          }),
      });
    } else {
      showToast({ message: callProblem(outcome), tone: "error" });
    }
    markBusy(key, false);
    // Pulls in every case; the answer counts until the mirror shows it.
    await sync.pullNow();
  };

  /** @param ids of the Sentinels that the change of the group changed: those that were so before stay */
  const takeBack = async (key: string, name: string, ids: readonly string[], on: boolean) => {
    markBusy(key, true);
    const { done, failed, problem } = await changeEach(http, ids, model.alg_id, on);
    remember(done);
    markBusy(key, false);
    if (problem === null) {
      const words = on ? MODELS.putBack : MODELS.takenBack;
      showToast({ message: words(model.alg_name, ids.length, name), tone: "ok" });
    } else {
      showToast({
        message: `${MODELS.undonePart(done.length, ids.length, name)} ${callProblem(problem)}`,
        tone: "error",
        durationMs: Infinity,
        action: { label: TRY_AGAIN, run: () => void takeBack(key, name, failed, on) },
      });
    }
    await sync.pullNow();
  };
  return { busy, answers, change };
}

const idOf = ({ device_id }: Deployment) => device_id;
