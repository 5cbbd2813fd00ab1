import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Menu from "lucide-react/icons/menu";
import Search from "lucide-react/icons/search";
import type { ReactNode, RefCallback } from "react";
import { SHELL } from "../../messages/shell/shell.ts";
import { COMMAND_KEY } from "../../state/keyboard-store.ts";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Kbd } from "../../ui/controls/kbd.tsx";
import styles from "./top-bar.module.css";

interface TopBarProps {
  /** On phones: opens the drawer. Null where the side navigation stands. */
  onOpenNavigation: (() => void) | null;
  /** Called with the element in which the open screen may place its search. */
  slotRef: RefCallback<HTMLElement>;
  /** Opens the command palette; null where a search of the screen takes its place. */
  onCommands: (() => void) | null;
  chip: ReactNode;
  onSupport(): void;
  accountMenu: ReactNode;
}

export function TopBar({ onOpenNavigation, slotRef, onCommands, chip, onSupport, accountMenu }: TopBarProps) {
  return (
    <header className={styles.bar}>
      {onOpenNavigation && (
        <IconButton
          label={SHELL.openNavigation}
          icon={<Menu size={22} />}
          className={styles.open}
          onClick={onOpenNavigation}
        />
      )}
      <div ref={slotRef} className={styles.slot} hidden={onCommands !== null} />
      {onCommands && (
        <button type="button" className={styles.commands} onClick={onCommands}>
          <Search size={16} aria-hidden="true" />
          <span className={styles.commandsWords}>
            {SHELL.commandsShort}
            <span className={styles.commandsRest}>{SHELL.commandsRest}</span>
          </span>
          <span className={styles.commandsKey} aria-hidden="true">
            <Kbd>{`${COMMAND_KEY}+K`}</Kbd>
          </span>
        </button>
      )}
      <div className={styles.end}>
        {chip}
        <IconButton label={SHELL.support} icon={<CircleQuestionMark size={20} />} onClick={onSupport} />
        {accountMenu}
      </div>
    </header>
  );
}
