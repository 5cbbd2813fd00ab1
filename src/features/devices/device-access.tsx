import { useState } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { DEVICE_ACCESS } from "../../messages/fleet/devices.ts";
import { useOnlineOnly } from "../../parts/use-online-only.tsx";
import { Button } from "../../ui/controls/button.tsx";
import { ClearDialog } from "./clear-dialog.tsx";
import styles from "./devices.module.css";
import { RotateKeyDialog } from "./rotate-key-dialog.tsx";

/** Actions that end something of a Sentinel; they need a connection and a confirmation. */
export function DeviceAccess({ device, onGone }: { device: ShownDevice; onGone(): void }) {
  const online = useOnlineOnly(DEVICE_ACCESS.what);
  const [asks, setAsks] = useState<"rotate" | "archive" | "revoke" | null>(null);
  const close = () => setAsks(null);
  return (
    <section className={styles.section} aria-label={DEVICE_ACCESS.title}>
      <h3 className={styles.heading}>{DEVICE_ACCESS.title}</h3>
      {online.reason}
      <div className={styles.acts}>
        {(["rotate", "archive", "revoke"] as const).map((what) => (
          <Button key={what} {...online.button} onClick={() => setAsks(what)}>
            {DEVICE_ACCESS[what].button}
          </Button>
        ))}
      </div>
      {asks === "rotate" && <RotateKeyDialog device={device} online={online} onClose={close} />}
      {(asks === "archive" || asks === "revoke") && (
        <ClearDialog device={device} what={asks} online={online} onClose={close} onGone={onGone} />
      )}
    </section>
  );
}
