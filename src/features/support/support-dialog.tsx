import Copy from "lucide-react/icons/copy";
import LifeBuoy from "lucide-react/icons/life-buoy";
import Mail from "lucide-react/icons/mail";
import { SUPPORT } from "../../messages/shell/dialogs.ts";
import { SHELL } from "../../messages/shell/shell.ts";
import { showToast } from "../../state/toast-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./support-dialog.module.css";

/** Works offline where the address is known. */
export function SupportDialog({ open, onClose, address, documentationUrl }: SupportDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={SHELL.support}
      icon={<LifeBuoy size={20} aria-hidden="true" />}
    >
      {address ? (
        <Address address={address} />
      ) : (
        <p>{address === undefined ? SUPPORT.unknown : SUPPORT.unset}</p>
      )}
      <p className={styles.docs}>
        {SUPPORT.answers}{" "}
        <a href={documentationUrl} target="_blank" rel="noreferrer">
          {SHELL.documentation}
          <span className="visually-hidden">, {SHELL.opensNewPage}</span>
        </a>
      </p>
    </Dialog>
  );
}

interface SupportDialogProps {
  open: boolean;
  onClose(): void;
  /** Null where the operator has set none, undefined while unknown. */
  address: string | null | undefined;
  documentationUrl: string;
}

function Address({ address }: { address: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      showToast({ message: SUPPORT.copied, tone: "ok" });
    } catch {
      showToast({ message: SUPPORT.copyFailed, tone: "error" });
    }
  };
  return (
    <div className={styles.body}>
      <p>{SUPPORT.words}</p>
      <p className={styles.address}>{address}</p>
      <div className={styles.acts}>
        <a className={styles.mail} href={`mailto:${address}`}>
          <Mail size={18} aria-hidden="true" />
          {SUPPORT.mail}
        </a>
        <Button icon={<Copy size={18} aria-hidden="true" />} onClick={copy}>
          {SUPPORT.copy}
        </Button>
      </div>
    </div>
  );
}
