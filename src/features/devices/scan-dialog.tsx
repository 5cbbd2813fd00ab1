import ScanLine from "lucide-react/icons/scan-line";
import { useEffect, useRef, useState } from "react";
import { readScannedCode, type ScannedCode } from "../../domain/device/scanned-code.ts";
import { SCAN } from "../../messages/fleet/scan.ts";
import { CANCEL } from "../../messages/words.ts";
import { type CameraFault, scanCodes } from "../../platform/code-camera.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./scan-dialog.module.css";

interface ScanDialogProps {
  onFound(code: ScannedCode): void;
  onClose(): void;
}

/** The camera, until it sees the code of a Sentinel; it is off as soon as this closes. */
export function ScanDialog({ onFound, onClose }: ScanDialogProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraFault | "looking" | "foreign">("looking");
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    if (video.current === null) return;
    const ended = new AbortController();
    const onText = (text: string) => {
      const code = readScannedCode(text);
      if (code === null) return setState("foreign");
      ended.abort();
      found.current(code);
    };
    void scanCodes(video.current, ended.signal, onText).then((fault) => {
      if (fault !== null && !ended.signal.aborted) setState(fault);
    });
    return () => ended.abort();
  }, []);

  const isOn = state === "looking" || state === "foreign";
  return (
    <Dialog
      open
      onClose={onClose}
      title={SCAN.title}
      icon={<ScanLine size={20} aria-hidden="true" />}
      footer={<Button onClick={onClose}>{isOn ? CANCEL : SCAN.type}</Button>}
    >
      <div className={styles.scan}>
        <video
          ref={video}
          className={styles.video}
          hidden={!isOn}
          muted
          playsInline
          aria-label={SCAN.video}
        />
        <div role="status">
          {isOn ? <p>{SCAN.states[state]}</p> : <Notice tone="danger">{SCAN.states[state]}</Notice>}
        </div>
      </div>
    </Dialog>
  );
}
