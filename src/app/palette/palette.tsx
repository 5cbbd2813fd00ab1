import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { Role, Tab } from "../../domain/account/role.ts";
import { PALETTE } from "../../messages/shell/palette.ts";
import { isCommand, TYPED_ENTER, takeTypedAhead } from "../../state/keyboard-store.ts";
import { classNames } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/layout/dialog.tsx";
import scroll from "../../ui/layout/scroll-shade.module.css";
import { type ListCommand, listInUse } from "../../ui/lists/offered-lists.ts";
import styles from "./palette.module.css";
import { matchingGroups, type PaletteEntry, type PaletteGroup, paletteGroups } from "./palette-entries.ts";

interface PaletteProps {
  role: Role;
  goTo(tab: Tab): void;
  showKeys(): void;
  onClose(): void;
}

const NO_COMMANDS: readonly ListCommand[] = [];
const NOTHING_FOUND = { commands: NO_COMMANDS, of: null };

/** The command palette: a combobox over all that can be done here, by the pattern of ARIA with the focus in the field. */
export function Palette({ role, goTo, showKeys, onClose }: PaletteProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  /** The entry that the arrows chose; null for the first. */
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [entered, setEntered] = useState(false);
  const { commands, settled } = useCommands(typed);
  const groups = matchingGroups(paletteGroups({ role, commands, goTo, showKeys }), typed);
  const entries = groups.flatMap((group) => group.entries);
  const chosenAt = entries.findIndex((entry) => entry.id === chosenId);
  const at = Math.max(0, chosenAt);
  const optionId = (entry: PaletteEntry) => `${id}-${entry.id}`;

  // The effect of the dialog, which opens it, runs before this one of its parent. The shell keeps letters until the dialog
  // is open; taken while rendering, those typed until here would be missing, and all would be lost with a discarded render.
  useEffect(() => {
    const input = field.current;
    input?.focus();
    const ahead = takeTypedAhead();
    if (input === null || ahead === "") return;
    // At once: a letter typed before the next render is added to them.
    input.value = ahead.replace(TYPED_ENTER, "");
    setTyped(input.value);
    setEntered(ahead.endsWith(TYPED_ENTER));
  }, []);

  const run = (entry: PaletteEntry | undefined) => {
    setEntered(false);
    if (entry === undefined) return;
    onClose();
    // After the dialog has given the focus back to the list, on which the command may act.
    setTimeout(() => entry.run());
  };
  const runEntered = useEffectEvent(() => run(entries[at]));
  useEffect(() => {
    if (entered && settled) runEntered();
  }, [entered, settled]);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter and the arrows belong to the choice of a character that is being composed.
    if (event.nativeEvent.isComposing) return;
    if (isCommand(event.nativeEvent) && event.key.toLowerCase() === "k") onClose();
    else if (event.key === "Enter") {
      // Until the commands for the text are there, the first entry may be another one than in a moment.
      if ((settled && event.currentTarget.value === typed) || chosenAt >= 0) run(entries[at]);
      else setEntered(true);
    } else {
      const next = placeAfter(event.key, at, entries.length);
      if (next === null) return;
      setChosenId(entries[next]?.id ?? null);
      setEntered(false);
    }
    event.preventDefault();
  };
  const current = entries[at];
  return (
    <Dialog open onClose={onClose} title={PALETTE.title}>
      <input
        ref={field}
        type="text"
        role="combobox"
        className={styles.field}
        aria-label={PALETTE.field}
        placeholder={PALETTE.field}
        aria-expanded={entries.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={current && optionId(current)}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosenId(null);
          setEntered(false);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={PALETTE.results}
        className={classNames(styles.list, scroll.shade)}
      >
        {groups.map((group) => (
          <Group key={group.title} {...{ group, id, current, optionId, run }} />
        ))}
      </div>
      <p role="status" className={entries.length > 0 ? "visually-hidden" : styles.nothing}>
        {entries.length > 0 ? PALETTE.found(entries.length) : PALETTE.nothing}
      </p>
    </Dialog>
  );
}

interface GroupProps {
  group: PaletteGroup;
  id: string;
  current: PaletteEntry | undefined;
  optionId(entry: PaletteEntry): string;
  run(entry: PaletteEntry): void;
}

function Group({ group, id, current, optionId, run }: GroupProps) {
  const titleId = `${id}-${group.title.replaceAll(" ", "-")}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
    <div role="group" aria-labelledby={titleId} className={styles.group}>
      <div id={titleId} role="presentation" className={styles.title}>
        {group.title}
      </div>
      {group.entries.map((entry) => (
        // biome-ignore lint/a11y: the focus stays in the field, whose keys choose the option
        <div
          key={entry.id}
          id={optionId(entry)}
          role="option"
          aria-selected={entry.id === current?.id}
          className={styles.option}
          ref={entry.id === current?.id ? show : undefined}
          onClick={() => run(entry)}
        >
          {entry.words}
        </div>
      ))}
    </div>
  );
}

function show(option: HTMLElement | null): void {
  option?.scrollIntoView?.({ block: "nearest" });
}

interface OfferedCommands {
  commands: readonly ListCommand[];
  /** Whether they are those for the text that is typed now. */
  settled: boolean;
}

/** The commands of the list that was in use when the palette was opened; those of the text before until the next come. */
function useCommands(typed: string): OfferedCommands {
  const [list] = useState(listInUse);
  const [found, setFound] = useState<{ commands: readonly ListCommand[]; of: string | null }>(NOTHING_FOUND);
  useEffect(() => {
    let wanted = true;
    const show = (commands: readonly ListCommand[]) => {
      if (wanted) setFound({ commands, of: typed });
    };
    // Without its part of the code a list adds nothing; the screens can still be reached.
    list?.commands(typed.trim()).then(show, () => show(NO_COMMANDS));
    return () => {
      wanted = false;
    };
  }, [list, typed]);
  return { commands: found.commands, settled: list === null || found.of === typed };
}

/** Null for a key that does not move. Past an end it goes on at the other. */
function placeAfter(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  return null;
}
