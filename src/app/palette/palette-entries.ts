import { INITIAL_TAB, maySeeTab, type Role, TABS, type Tab } from "../../domain/account/role.ts";
import { allWords, searchWords, wordsHeld } from "../../domain/text-search.ts";
import { PALETTE } from "../../messages/shell/palette.ts";
import { NAVIGATION_LABELS } from "../../messages/shell/shell.ts";
import type { ListCommand } from "../../ui/lists/offered-lists.ts";

/** One line of the palette. */
export interface PaletteEntry {
  id: string;
  words: string;
  run(): void;
}

export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
}

interface PaletteInput {
  role: Role;
  /** Of the list in use. */
  commands: readonly ListCommand[];
  goTo(tab: Tab): void;
  showKeys(): void;
}

/**
 * Everything that can be done now, in its groups; the acts first, because they depend on what was just chosen. The
 * search for the typed text is last: it matches every text, and Enter would run it instead of the command that was typed.
 */
export function paletteGroups({ role, commands, goTo, showKeys }: PaletteInput): readonly PaletteGroup[] {
  const tabs = [INITIAL_TAB, ...TABS.filter((tab) => tab !== INITIAL_TAB)];
  const ofKind = (kind: ListCommand["kind"]) => commands.filter((command) => command.kind === kind);
  return [
    { title: PALETTE.act, entries: ofKind("act") },
    {
      title: PALETTE.goTo,
      entries: tabs
        .filter((tab) => maySeeTab(role, tab))
        .map((tab) => ({ id: `tab-${tab}`, words: NAVIGATION_LABELS[tab], run: () => goTo(tab) })),
    },
    { title: PALETTE.filter, entries: ofKind("filter") },
    { title: PALETTE.other, entries: [{ id: "keys", words: PALETTE.keys, run: showKeys }] },
    { title: PALETTE.search, entries: ofKind("search") },
  ];
}

/** The entries whose words, or the title above them, hold all words of the text; groups without any are left out. */
export function matchingGroups(groups: readonly PaletteGroup[], typed: string): readonly PaletteGroup[] {
  const words = searchWords(typed);
  return groups
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => wordsHeld(words, [entry.words, title]) === allWords(words)),
    }))
    .filter(({ entries }) => entries.length > 0);
}
