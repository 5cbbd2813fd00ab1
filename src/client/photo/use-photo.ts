import { useEffect, useRef, useState } from "react";
import type { PhotoAddress, PhotoAnswer } from "../../sync/sync-status.ts";
import { photoRetryMs } from "./photo-retry.ts";
import type { PhotoState } from "./photo-state.ts";

type LoadPhoto = (photo: PhotoAddress, signal: AbortSignal) => Promise<PhotoAnswer>;

const WAITING: PhotoState = { kind: "waiting" };

/**
 * Loads one picture while `wanted`. One that did not come is tried again when `online` turns true, when `attempt`
 * grows, and while online after a pause. After `attempt` has grown, which a person asks for, it is waited for again.
 */
export function usePhoto(
  photo: PhotoAddress | null,
  load: LoadPhoto,
  { wanted, online, attempt = 0 }: { wanted: boolean; online: boolean; attempt?: number },
): PhotoState {
  const [loaded, setLoaded] = useState<{ key: string; attempt: number; state: PhotoState } | null>(null);
  const [retries, setRetries] = useState(0);
  const failures = useRef({ key: "", count: 0 });
  const deviceId = photo?.deviceId ?? "";
  const photoUrl = photo?.photoUrl ?? "";
  const key = `${deviceId}\n${photoUrl}`;
  const answered = loaded?.key === key ? loaded : null;
  const isCurrent = answered !== null && (answered.attempt === attempt || isSettled(answered.state));
  const state = isCurrent ? answered.state : WAITING;
  const go = wanted && photo !== null && !isSettled(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: retries is not read, it is a reason to try again
  useEffect(() => {
    if (!go) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (answer: PhotoState) => {
      setLoaded({ key, attempt, state: answer });
      if (isSettled(answer) || !online) return;
      const before = failures.current.key === key ? failures.current.count : 0;
      failures.current = { key, count: before + 1 };
      timer = setTimeout(() => setRetries((count) => count + 1), photoRetryMs(before + 1));
    };
    load({ deviceId, photoUrl }, controller.signal).then(
      (answer) => {
        if (!controller.signal.aborted) show(stateOf(answer));
      },
      () => {
        if (!controller.signal.aborted) show({ kind: "failed" });
      },
    );
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [go, load, deviceId, photoUrl, key, online, attempt, retries]);

  useEffect(() => {
    if (loaded?.state.kind !== "image") return;
    const { url } = loaded.state;
    return () => URL.revokeObjectURL(url);
  }, [loaded]);

  return photo === null ? { kind: "missing" } : state;
}

function isSettled({ kind }: PhotoState): boolean {
  return kind === "image" || kind === "missing";
}

function stateOf(answer: PhotoAnswer): PhotoState {
  if (answer.kind !== "image") return answer;
  return { kind: "image", url: URL.createObjectURL(answer.blob), blob: answer.blob };
}
