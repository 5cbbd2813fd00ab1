import { reviewModeMessages } from "../../../messages/insights/review-mode.ts";
import { Kbd } from "../../../ui/controls/kbd.tsx";
import { Dialog } from "../../../ui/layout/dialog.tsx";
import { MODE_KEY_LINES } from "./review-keys.ts";
import styles from "./review-mode.module.css";

/** The keys of review mode, over it: the list that `?` opens elsewhere lies behind. */
export function KeysList({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog open={open} onClose={onClose} title={reviewModeMessages.keysGroup}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the list is higher than the dialog, and is scrolled by keys too */}
      <section aria-label={reviewModeMessages.keysGroup} tabIndex={0}>
        <dl className={styles.keys}>
          {MODE_KEY_LINES.map(({ keys, does }) => (
            <div key={does}>
              <dt>{does}</dt>
              <dd>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
        <p>{reviewModeMessages.keyLines.swipes}</p>
      </section>
    </Dialog>
  );
}
