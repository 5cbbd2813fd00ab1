import type { FleetDevice } from "../client/fleet-view.ts";
import styles from "./device-picker.module.css";

export function DeviceLine({
  device: { id, name, place },
}: {
  device: Pick<FleetDevice, "id" | "name" | "place">;
}) {
  const beneath = [id === name ? null : id, place === name ? null : place].filter(Boolean).join(" · ");
  return (
    <span className={styles.line}>
      <span className={styles.name}>{name}</span>
      {beneath && <span className={styles.beneath}>{beneath}</span>}
    </span>
  );
}
