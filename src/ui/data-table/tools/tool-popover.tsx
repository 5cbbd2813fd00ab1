import type { ReactNode } from "react";
import { Button } from "../../controls/button.tsx";
import { Popover } from "../../controls/popover.tsx";
import styles from "../table-tools.module.css";

interface ToolPopoverProps {
  words: { heading: string; button: string };
  icon: ReactNode;
  /** Content of the button in place of its word. */
  trigger?: ReactNode;
  /** Rendered only while the panel is open. */
  children(close: () => void): ReactNode;
}

/** A tool above the table: a plain button, and its panel beside it. */
export function ToolPopover({ words, icon, trigger, children }: ToolPopoverProps) {
  return (
    <Popover
      label={words.heading}
      align="end"
      trigger={(attributes) => (
        <Button
          variant="plain"
          className={styles.tool}
          {...attributes}
          aria-label={words.button}
          title={words.heading}
          icon={icon}
        >
          {trigger === undefined ? <span className={styles.word}>{words.button}</span> : trigger}
        </Button>
      )}
    >
      {(close) => <div className={styles.panel}>{children(close)}</div>}
    </Popover>
  );
}
