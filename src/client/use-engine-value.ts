import { useEffect, useState, useSyncExternalStore } from "react";
import type { InsightEngine } from "../query/insight-engine.ts";
import { useServices } from "./services.tsx";

/** By engine, how often it has announced changes; one listener for all screens that ask. */
const versions = new WeakMap<
  InsightEngine,
  { subscribe(listener: () => void): () => void; read(): number }
>();

/**
 * Something read from the insights, read again whenever they change; undefined before the first answer. What cannot be
 * read keeps its last value.
 */
export function useEngineValue<Value>(
  read: (engine: InsightEngine, signal: AbortSignal) => Promise<Value>,
): Value | undefined {
  const { insights } = useServices();
  const counter = versionOf(insights);
  const version = useSyncExternalStore(counter.subscribe, counter.read);
  const [value, setValue] = useState<Value>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: version is not read, it is a reason to ask again
  useEffect(() => {
    const controller = new AbortController();
    read(insights, controller.signal).then(
      (next) => {
        if (!controller.signal.aborted) setValue(next);
      },
      () => {},
    );
    return () => controller.abort();
  }, [insights, read, version]);
  return value;
}

function versionOf(engine: InsightEngine) {
  let counter = versions.get(engine);
  if (counter === undefined) {
    let version = 0;
    counter = {
      subscribe: (listener) =>
        engine.subscribe(() => {
          version += 1;
          listener();
        }),
      read: () => version,
    };
    versions.set(engine, counter);
  }
  return counter;
}
