import { type ComponentType, lazy, useState } from "react";

const begins: (() => Promise<void>)[] = [];
const IDLE_AFTER_MS = 1500;

/** A component in a chunk of its own; it suspends where it is drawn before it came. */
export interface LaterPart<Props extends object> {
  (props: Props): React.ReactNode;
  /** Brings it; once it is here it is drawn without a notice of waiting. One that fails is tried again when drawn. */
  begin(): Promise<void>;
}

/** A part in a chunk of its own, that comes when it is wanted or soon after the first screen, whichever is earlier. */
export function laterPart<Props extends object>(load: () => Promise<ComponentType<Props>>): LaterPart<Props> {
  let here: ComponentType<Props> | null = null;
  const Waiting = lazy(async () => ({ default: await load() }));
  function Later(props: Props) {
    // Chosen once: another component in its place would begin anew, without what was typed into it.
    const [Part] = useState<ComponentType<Props>>(() => here ?? (Waiting as unknown as ComponentType<Props>));
    return <Part {...props} />;
  }
  const begin = async () => {
    try {
      here = await load();
    } catch {
      // It is tried again when it is drawn.
    }
  };
  begins.push(begin);
  return Object.assign(Later, { begin });
}

/** Brings all later parts while there still is a connection, for browsers without a service worker. */
export function preloadLaterParts(): void {
  setTimeout(() => {
    for (const begin of begins) void begin();
  }, IDLE_AFTER_MS);
}
