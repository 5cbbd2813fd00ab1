/** A value for one key, opened before it is needed and closed unless it is taken. */
export interface Prefetched<Key, Value> {
  /** Opens it for the next `take` of the same key. */
  prefetch(key: Key): Value;
  /** The value that was prefetched for this key, else one that is opened now. The caller closes it. */
  take(key: Key): Value;
  /** Closes what was prefetched and not taken. */
  drop(): void;
}

export function createPrefetched<Key, Value>(kind: {
  open(key: Key): Value;
  close(value: Value): void;
  isSame(a: Key, b: Key): boolean;
}): Prefetched<Key, Value> {
  let held: { key: Key; value: Value } | null = null;
  const drop = () => {
    if (held !== null) kind.close(held.value);
    held = null;
  };
  return {
    prefetch(key) {
      drop();
      held = { key, value: kind.open(key) };
      return held.value;
    },
    take(key) {
      if (held === null || !kind.isSame(held.key, key)) {
        drop();
        return kind.open(key);
      }
      const { value } = held;
      held = null;
      return value;
    },
    drop,
  };
}
