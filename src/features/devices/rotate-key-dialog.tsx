import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import type { ShownDevice } from "../../client/devices-view.ts";
import { useServices } from "../../client/services.tsx";
import { useWrite } from "../../client/use-write.ts";
import { DEVICE_ACCESS } from "../../messages/fleet/devices.ts";
import type { OnlineOnly } from "../../parts/online-only.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import { rotateKey } from "./device-calls.ts";
import styles from "./devices.module.css";
import { ingestKey, OnceShown } from "./once-shown.tsx";

interface RotateKeyDialogProps {
  device: ShownDevice;
  online: OnlineOnly;
  onClose(): void;
}

export function RotateKeyDialog({ device, online, onClose }: RotateKeyDialogProps) {
  const { http } = useServices();
  const write = useWrite();
  const [key, setKey] = useState<string | null>(null);
  const words = DEVICE_ACCESS.rotate;
  if (key !== null) {
    return <OnceShown title={words.done(device.display_name)} secrets={[ingestKey(key)]} onClose={onClose} />;
  }
  const run = async () => {
    const done = await write.run(() => rotateKey(http, device.device_id));
    if (done !== null) setKey(done.value.ingestKey);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(device.display_name)}
      icon={<KeyRound size={20} aria-hidden="true" />}
      footer={
        <>
          <Button onClick={onClose}>{DEVICE_ACCESS.cancel}</Button>
          <Button variant="danger" busy={write.busy} {...online.button} onClick={() => void run()}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.sure}>
        <p>{words.words}</p>
        {write.problem !== null && <Notice tone="danger">{write.problem}</Notice>}
        {online.reason}
      </div>
    </Dialog>
  );
}
