import { useEffect, useState } from "react";
import type { PhotoAddress, PhotoAnswer } from "../../sync/sync-status.ts";
import type { PhotoState } from "./photo-state.ts";

type LoadPhoto = (photo: PhotoAddress, signal: AbortSignal) => Promise<PhotoAnswer>;

const WAITING: PhotoState = { kind: "waiting" };

/** Until a failed picture is tried again unasked: a server that restarts is back by then. */
const RETRY_MS = 15_000;

/**
 * Loads one picture while `wanted`. A failed one is tried again after a pause, when `online` turns true or when
 * `attempt` grows.
 */
export function usePhoto(
  photo: PhotoAddress | null,
  load: LoadPhoto,
  { wanted, online, attempt = 0 }: { wanted: boolean; online: boolean; attempt?: number },
): PhotoState {
  const [loaded, setLoaded] = useState<{ key: string; state: PhotoState } | null>(null);
  const [retries, setRetries] = useState(0);
  const deviceId = photo?.deviceId ?? "";
  const photoUrl = photo?.photoUrl ?? "";
  const key = `${deviceId}\n${photoUrl}`;
  const state = loaded?.key === key ? loaded.state : WAITING;
  const settled = state.kind === "image" || state.kind === "missing";
  const go = wanted && photo !== null && !settled;

  // biome-ignore lint/correctness/useExhaustiveDependencies: online, attempt and retries are not read, they are reasons to try again
  useEffect(() => {
    if (!go) return;
    const controller = new AbortController();
    load({ deviceId, photoUrl }, controller.signal).then(
      (answer) => {
        if (!controller.signal.aborted) setLoaded({ key, state: stateOf(answer) });
      },
      () => {
        if (!controller.signal.aborted) setLoaded({ key, state: { kind: "failed" } });
      },
    );
    return () => controller.abort();
  }, [go, load, deviceId, photoUrl, key, online, attempt, retries]);

  useEffect(() => {
    if (!go || loaded?.state.kind !== "failed") return;
    const timer = setTimeout(() => setRetries((before) => before + 1), RETRY_MS);
    return () => clearTimeout(timer);
  }, [go, loaded]);

  useEffect(() => {
    if (loaded?.state.kind !== "image") return;
    const { url } = loaded.state;
    return () => URL.revokeObjectURL(url);
  }, [loaded]);

  return photo === null ? { kind: "missing" } : state;
}

function stateOf(answer: PhotoAnswer): PhotoState {
  if (answer.kind !== "image") return answer;
  return { kind: "image", url: URL.createObjectURL(answer.blob), blob: answer.blob };
}
