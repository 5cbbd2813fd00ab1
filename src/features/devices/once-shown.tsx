import Copy from "lucide-react/icons/copy";
import KeyRound from "lucide-react/icons/key-round";
import { useState } from "react";
import { ADD_DEVICE } from "../../messages/fleet/devices.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./devices.module.css";

export interface Secret {
  label: string;
  warning: string;
  text: string;
}

interface OnceShownProps {
  title: string;
  secrets: readonly Secret[];
  onClose(): void;
}

/** A secret that is shown once: a press outside does not close it, and it is not stored. */
export function OnceShown({ title, secrets, onClose }: OnceShownProps) {
  const [copied, setCopied] = useState<readonly string[]>([]);
  const [said, setSaid] = useState("");
  const [leaving, setLeaving] = useState(false);
  const copy = async ({ label, text }: Secret) => {
    try {
      // Without https there is no clipboard.
      await navigator.clipboard.writeText(text);
      setCopied((before) => [...before, label]);
      setSaid(ADD_DEVICE.copied(label));
    } catch {
      setSaid(ADD_DEVICE.copyFailed);
    }
  };
  const safe = leaving || secrets.every(({ label }) => copied.includes(label));
  const leave = () => {
    if (safe) return onClose();
    setLeaving(true);
    setSaid(ADD_DEVICE.leaving);
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={title}
      icon={<KeyRound size={20} aria-hidden="true" />}
      footer={
        <Button variant={leaving ? "danger" : "primary"} onClick={leave}>
          {leaving ? ADD_DEVICE.leave : ADD_DEVICE.done}
        </Button>
      }
    >
      <div className={styles.form}>
        {secrets.map((secret) => (
          <section key={secret.label} className={styles.sure} aria-label={secret.label}>
            <h3 className={styles.heading}>{secret.label}</h3>
            <output className={styles.key} aria-label={secret.label}>
              {secret.text}
            </output>
            <Notice tone="unsent">{secret.warning}</Notice>
            <Button
              aria-label={ADD_DEVICE.copy(secret.label)}
              icon={<Copy size={18} aria-hidden="true" />}
              onClick={() => void copy(secret)}
            >
              {ADD_DEVICE.copyButton}
            </Button>
          </section>
        ))}
        <p role="status">{said}</p>
      </div>
    </Dialog>
  );
}

export function ingestKey(text: string): Secret {
  return { label: ADD_DEVICE.key, warning: ADD_DEVICE.keyWarning, text };
}

export function claimCode(text: string): Secret {
  return { label: ADD_DEVICE.claimCode, warning: ADD_DEVICE.claimWarning, text };
}
