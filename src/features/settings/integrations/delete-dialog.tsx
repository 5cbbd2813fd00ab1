import { useState } from "react";
import { useStore } from "zustand";
import type { Platform } from "../../../domain/integration/integration.ts";
import { ONLINE } from "../../../messages/offline/online.ts";
import { INTEGRATIONS } from "../../../messages/settings/integrations.ts";
import type { OnlineOnly } from "../../../parts/online-only.ts";
import type { IntegrationStoreApi } from "../../../state/integration-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import styles from "./integrations.module.css";
import { tell } from "./tell-update.ts";

interface DeleteDialogProps {
  platform: Platform;
  store: IntegrationStoreApi;
  online: OnlineOnly;
  onClose(): void;
  onWritten(): void;
}

export function DeleteDialog({ platform, store, online, onClose, onWritten }: DeleteDialogProps) {
  const name = INTEGRATIONS.platforms[platform];
  const busy = useStore(store, ({ integrationUpdate }) => integrationUpdate === "beginning");
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setProblem(null);
    const refused = await store.getState().remove(platform);
    tell(refused === null ? INTEGRATIONS.deleted(name) : INTEGRATIONS.failed, refused === null);
    onWritten();
    if (refused === null) return onClose();
    setProblem(refused.general ?? ONLINE.unanswered);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={INTEGRATIONS.deleteTitle(name)}
      footer={
        <>
          <Button onClick={onClose}>{INTEGRATIONS.keep}</Button>
          <Button variant="danger" busy={busy} {...online.button} onClick={() => void remove()}>
            {INTEGRATIONS.delete}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p>{INTEGRATIONS.deleteWords(name)}</p>
        {online.reason}
        {problem !== null && <Notice tone="danger">{problem}</Notice>}
      </div>
    </Dialog>
  );
}
