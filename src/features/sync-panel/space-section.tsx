import { useEffect, useState } from "react";
import { useServices } from "../../client/services.tsx";
import { useOutboxState, useSyncStatus } from "../../client/use-sync.ts";
import { SPACE } from "../../messages/offline/retention.ts";
import type { SpaceUsed } from "../../storage/device-space/space-used.ts";
import { Button } from "../../ui/controls/button.tsx";
import styles from "./space-section.module.css";
import panel from "./sync-panel.module.css";
import { useStoragePersisted } from "./use-storage-persisted.ts";

export function SpaceSection() {
  const space = useSpace();
  const { persisted, ask, refused } = useStoragePersisted();
  if (space === null) return null;
  const parts = partsOf(space);
  const used = space.total ?? parts.reduce((sum, { bytes }) => sum + bytes, 0);
  const whole = Math.max(space.quota ?? used, used, 1);
  return (
    <section className={panel.section}>
      <div className={panel.head}>
        <h3>{SPACE.title}</h3>
        <span className={panel.remark}>{SPACE.used(used, space.quota)}</span>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, bytes, kind }) => (
          <span key={name} data-kind={kind} style={{ width: `${(bytes / whole) * 100}%` }} />
        ))}
      </div>
      <ul className={styles.parts}>
        {parts.map(({ name, bytes, kind }) => (
          <li key={name} data-kind={kind}>
            {SPACE.part(name, bytes)}
          </li>
        ))}
      </ul>
      {space.total === null && <p className={panel.small}>{SPACE.unknown}</p>}
      {persisted !== null && <p className={panel.small}>{persisted ? SPACE.kept : SPACE.notKept}</p>}
      {persisted === false && !refused && <Button onClick={ask}>{SPACE.ask}</Button>}
      {refused && (
        <p className={panel.small} role="status">
          {SPACE.refused}
        </p>
      )}
    </section>
  );
}

function partsOf({ total, thumbnails, opened = 0, offlineSets = 0, insights, unsent }: SpaceUsed) {
  const known = (thumbnails ?? 0) + opened + offlineSets + insights + unsent;
  return [
    { name: SPACE.insights, kind: "insights", bytes: insights },
    ...(!thumbnails ? [] : [{ name: SPACE.thumbnails, kind: "thumbnails", bytes: thumbnails }]),
    ...(opened === 0 ? [] : [{ name: SPACE.opened, kind: "opened", bytes: opened }]),
    ...(offlineSets === 0 ? [] : [{ name: SPACE.offlineSets, kind: "offlineSets", bytes: offlineSets }]),
    ...(unsent === 0 ? [] : [{ name: SPACE.unsent, kind: "unsent", bytes: unsent }]),
    ...(total === null || total <= known ? [] : [{ name: SPACE.rest, kind: "rest", bytes: total - known }]),
  ];
}

/** Read again when the data or the outbox has changed. */
function useSpace(): SpaceUsed | null {
  const services = useServices();
  const { freshAtMs, pulling } = useSyncStatus();
  const { unsentCount } = useOutboxState();
  const [space, setSpace] = useState<SpaceUsed | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored changes with these
  useEffect(() => {
    let current = true;
    services.space().then(
      (answer) => current && setSpace(answer),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [services, freshAtMs, pulling, unsentCount]);
  return space;
}
