import Download from "lucide-react/icons/download";
import Share2 from "lucide-react/icons/share-2";
import Upload from "lucide-react/icons/upload";
import { type ChangeEvent, useRef, useState } from "react";
import { type OutboxFiles, useServices } from "../client/services.tsx";
import { useOutboxState } from "../client/use-sync.ts";
import { SYNC_PANEL } from "../messages/offline/sync-panel.ts";
import type { Exported } from "../sync/outbox/outbox-files.ts";
import { Button } from "../ui/controls/button.tsx";
import { Notice } from "../ui/feedback/notice.tsx";
import styles from "./unsent-file.module.css";

/** Exports unsent work: asks before it seals the list, then downloads the file. */
export function ExportUnsent({ onExported }: { onExported?: () => void }) {
  const { files } = useServices();
  const { unsaved, unsentCount } = useOutboxState();
  return (
    <ExportButton
      exportUnsent={files.exportUnsent}
      unsaved={unsaved.length}
      unsent={unsentCount}
      {...(onExported && { onExported })}
    />
  );
}

interface ExportButtonProps {
  exportUnsent: OutboxFiles["exportUnsent"];
  unsaved: number;
  unsent: number;
  onExported?: () => void;
}

/** For pages without a sync service. */
export function ExportButton({ exportUnsent, unsaved, unsent, onExported }: ExportButtonProps) {
  const [asks, setAsks] = useState(false);
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Exported | "failed" | null>(null);

  const exportNow = async () => {
    setAsks(false);
    setBusy(true);
    const exported = await exportUnsent().catch(() => null);
    setBusy(false);
    setMade(exported ?? "failed");
    if (exported === null) return;
    if (!mayShare(exported)) download(exported);
    onExported?.();
  };

  return (
    <>
      {asks ? (
        <Notice tone="unsent">
          <p>{SYNC_PANEL.exportAsk(unsaved)}</p>
          <Button className={styles.agree} onClick={() => void exportNow()}>
            {SYNC_PANEL.exportAgree}
          </Button>
        </Notice>
      ) : (
        <Button
          icon={<Download size={18} aria-hidden="true" />}
          busy={busy}
          disabled={unsent === 0}
          onClick={() => (unsaved > 0 ? setAsks(true) : void exportNow())}
        >
          {SYNC_PANEL.exportFile}
        </Button>
      )}
      {made === "failed" && <Notice tone="danger">{SYNC_PANEL.exportFailed}</Notice>}
      {made !== null && made !== "failed" && (
        <Notice tone="ok">
          <p>{SYNC_PANEL.exported(made.count)}</p>
          <div className={styles.ways}>
            {mayShare(made) && (
              <Button
                icon={<Share2 size={18} aria-hidden="true" />}
                // Closing the share sheet is a choice, not an error.
                onClick={() => void navigator.share({ files: [fileOf(made)] }).catch(() => undefined)}
              >
                {SYNC_PANEL.share}
              </Button>
            )}
            <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => download(made)}>
              {SYNC_PANEL.download}
            </Button>
          </div>
        </Notice>
      )}
    </>
  );
}

export function ImportUnsent() {
  const { files } = useServices();
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState<{ tone: "ok" | "danger"; words: string } | null>(null);
  /** A file that the server may have forgotten, until the person decides. */
  const [asks, setAsks] = useState<{ text: string; count: number } | null>(null);

  const take = async (read: Promise<string>, agreed?: boolean) => {
    setAsks(null);
    setSaid(null);
    const answer = await read
      .then(async (text) => ({ text, ...(await files.importUnsent(text, agreed)) }))
      .catch(() => ({ kind: "refused", why: "failed", of: "" }) as const);
    if (answer.kind === "asks") setAsks(answer);
    else
      setSaid(
        answer.kind === "taken"
          ? { tone: "ok", words: SYNC_PANEL.imported(answer.count, answer.known) }
          : { tone: "danger", words: SYNC_PANEL.importRefused[answer.why](answer.of) },
      );
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // Lets the same file be chosen again.
    event.target.value = "";
    if (file !== undefined) void take(file.text());
  };

  return (
    <>
      <Button icon={<Upload size={18} aria-hidden="true" />} onClick={() => input.current?.click()}>
        {SYNC_PANEL.importFile}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.txt,application/json,text/plain"
        onChange={choose}
      />
      {asks && (
        <Notice tone="unsent">
          <p>{SYNC_PANEL.importAsk(asks.count)}</p>
          <div className={styles.ways}>
            <Button onClick={() => void take(Promise.resolve(asks.text), true)}>
              {SYNC_PANEL.importAgree}
            </Button>
            <Button variant="plain" onClick={() => setAsks(null)}>
              {SYNC_PANEL.importLeave}
            </Button>
          </div>
        </Notice>
      )}
      {said && <Notice tone={said.tone}>{said.words}</Notice>}
    </>
  );
}

/**
 * On touch devices sharing is easier than finding a downloaded file. Shared as text, because few browsers accept JSON.
 */
function mayShare(made: Exported): boolean {
  return matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [fileOf(made)] }) === true;
}

function fileOf({ name, text }: Exported): File {
  return new File([text], `${name}.txt`, { type: "text/plain" });
}

function download({ name, text }: Exported): void {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the file later: revoking the URL at once would cancel the download.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
