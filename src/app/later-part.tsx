import { type ComponentType, lazy, useState } from "react";

const preloads: (() => Promise<void>)[] = [];
const IDLE_AFTER_MS = 1500;

/** A component in a chunk of its own; it suspends where it is rendered before the chunk is loaded. */
export interface LaterPart<Props extends object> {
  (props: Props): React.ReactNode;
  /** Loads the chunk, so that the component renders without suspending. Never rejects: rendering tries again. */
  preload(): Promise<void>;
}

/** A component whose chunk is loaded when it is rendered, or soon after the first screen, whichever is earlier. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let loaded: ComponentType<Props> | null = null;
  const Suspending = lazy(async () => ({ default: await load() }));
  function Later(props: Props) {
    // Chosen once: another component in its place would be mounted anew, and lose what was typed into it.
    const [Part] = useState<ComponentType<Props>>(
      () => loaded ?? (Suspending as unknown as ComponentType<Props>),
    );
    return <Part {...props} />;
  }
  const preload = async () => {
    try {
      loaded = await load();
    } catch {
      // Rendering loads it again.
    }
  };
  preloads.push(preload);
  return Object.assign(Later, { preload });
}

/** Loads all of them while there still is a connection, for browsers without a service worker. */
export function preloadLaterParts(): void {
  setTimeout(() => {
    for (const preload of preloads) void preload();
  }, IDLE_AFTER_MS);
}
