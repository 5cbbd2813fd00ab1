import Download from "lucide-react/icons/download";
import Share from "lucide-react/icons/share";
import SquarePlus from "lucide-react/icons/square-plus";
import { useState } from "react";
import { useStore } from "zustand";
import { INSTALL } from "../../messages/shell/install.ts";
import { CLOSE } from "../../messages/words.ts";
import { installStore, putOffInstall } from "../../state/install-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./install-offer.module.css";

/**
 * Offers installation before a person signs in, where the installed app starts empty: on iOS. Elsewhere it is offered
 * after the first save.
 */
export function InstallOffer() {
  const { way, putOff } = useStore(installStore);
  const [stepsOpen, setStepsOpen] = useState(false);
  if (way !== "iosSteps" || putOff) return null;
  return (
    <section className={styles.offer} aria-label={INSTALL.title}>
      <div>
        <h2>{INSTALL.title}</h2>
        <p>{INSTALL.iosBefore}</p>
      </div>
      <div className={styles.acts}>
        <Button variant="plain" onClick={putOffInstall}>
          {INSTALL.later}
        </Button>
        <Button icon={<Download size={18} aria-hidden="true" />} onClick={() => setStepsOpen(true)}>
          {INSTALL.how}
        </Button>
      </div>
      <InstallSteps open={stepsOpen} onClose={() => setStepsOpen(false)} />
    </section>
  );
}

/** The manual steps on iOS, where a page cannot ask for installation. */
export function InstallSteps({ open, onClose }: { open: boolean; onClose(): void }) {
  const icons = [
    <Share key="share" size={20} />,
    <SquarePlus key="add" size={20} />,
    <Download key="open" size={20} />,
  ];
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={INSTALL.title}
      footer={
        <Button variant="primary" onClick={onClose}>
          {CLOSE}
        </Button>
      }
    >
      <p className={styles.before}>{INSTALL.iosBefore}</p>
      <ol className={styles.steps}>
        {INSTALL.iosSteps.map((step, at) => (
          <li key={step}>
            <span className={styles.icon} aria-hidden="true">
              {icons[at]}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
