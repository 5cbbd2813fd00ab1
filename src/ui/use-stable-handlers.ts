import { useLayoutEffect, useRef, useState } from "react";

type AnyHandlers<T> = { [Name in keyof T]: (...given: never[]) => unknown };

/**
 * The same functions from one render to the next, each of which calls the latest of its name: so a memoized component
 * that takes them is not rendered again for their sake. For events, not for what is called while rendering.
 *
 * @param handlers the same names in each render
 */
export function useStableHandlers<T extends AnyHandlers<T>>(handlers: T): T {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [stable] = useState(() => {
    const names = Object.keys(handlers) as (keyof T)[];
    const calls = names.map((name) => [name, (...given: never[]) => latest.current[name](...given)]);
    return Object.fromEntries(calls) as T;
  });
  return stable;
}
