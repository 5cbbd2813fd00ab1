import ScanLine from "lucide-react/icons/scan-line";
import { lazy, Suspense, useEffect, useState } from "react";
import type { ScannedCode } from "../../domain/device/scanned-code.ts";
import { SCAN } from "../../messages/fleet/scan.ts";
import { canScanCodes } from "../../platform/code-camera.ts";
import { Button } from "../../ui/controls/button.tsx";

/** Few people open it, and only where there is a camera. */
const ScanDialog = lazy(async () => ({ default: (await import("./scan-dialog.tsx")).ScanDialog }));

/** Reads the code on a Sentinel; nothing where this browser cannot. */
export function ScanButton({ onFound }: { onFound(code: ScannedCode): void }) {
  const [can, setCan] = useState(false);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    let here = true;
    void canScanCodes().then((answer) => {
      if (here) setCan(answer);
    });
    return () => {
      here = false;
    };
  }, []);
  if (!can) return null;
  return (
    <>
      <Button icon={<ScanLine size={18} aria-hidden="true" />} onClick={() => setOpen(true)}>
        {SCAN.title}
      </Button>
      <Suspense>
        {open && (
          <ScanDialog
            onFound={(code) => {
              setOpen(false);
              onFound(code);
            }}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
}
