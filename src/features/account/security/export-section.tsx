import Download from "lucide-react/icons/download";
import { useEffect, useId, useRef, useState } from "react";
import { useServices } from "../../../client/services.tsx";
import { utcDay } from "../../../domain/time.ts";
import { EXPORT } from "../../../messages/account/security.ts";
import { sizeText } from "../../../messages/offline/retention.ts";
import { useOnlineOnly } from "../../../parts/use-online-only.tsx";
import { saveFile } from "../../../platform/save-file.ts";
import { showToast } from "../../../state/toast-store.ts";
import { Button } from "../../../ui/controls/button.tsx";
import { Switch } from "../../../ui/controls/switch.tsx";
import { Notice } from "../../../ui/feedback/notice.tsx";
import styles from "../account.module.css";
import { downloadExport } from "./download-export.ts";

/** Downloads all data of the account as one archive. */
export function ExportSection() {
  const { http } = useServices();
  const online = useOnlineOnly(EXPORT.writing);
  const headingId = useId();
  const hintId = useId();
  const [photos, setPhotos] = useState(false);
  const [received, setReceived] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    const abort = new AbortController();
    running.current = abort;
    setReceived(0);
    const archive = await downloadExport(http, { photos, signal: abort.signal, onBytes: setReceived });
    if (running.current === abort) setReceived(null);
    if (abort.signal.aborted) return;
    if (archive === null) return void showToast({ message: EXPORT.failed, tone: "error" });
    saveFile(archive, `understory-data-${utcDay(Date.now())}.zip`);
    showToast({ message: EXPORT.done, tone: "ok" });
  };

  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{EXPORT.title}</h2>
      <p className={styles.words}>{EXPORT.words}</p>
      <div>
        <Switch checked={photos} onChange={setPhotos} disabled={received !== null} describedBy={hintId}>
          {EXPORT.photos}
        </Switch>
        <p id={hintId} className={styles.words}>
          {EXPORT.photosHint}
        </p>
      </div>
      {online.reason}
      {received !== null && <Notice tone="info">{EXPORT.received(sizeText(received))}</Notice>}
      <div className={styles.actions}>
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          {...online.button}
          busy={received !== null}
          onClick={() => void start()}
        >
          {EXPORT.start}
        </Button>
        {received !== null && (
          <Button
            variant="plain"
            onClick={() => {
              running.current?.abort();
              setReceived(null);
            }}
          >
            {EXPORT.cancel}
          </Button>
        )}
      </div>
    </section>
  );
}
