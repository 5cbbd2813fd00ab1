import { useState } from "react";
import { useStore } from "zustand";
import { KEYS } from "../../messages/shell/dialogs.ts";
import { NAVIGATION_LABELS } from "../../messages/shell/shell.ts";
import {
  COMMAND_KEY,
  type KeyGroup,
  type KeyLine,
  keyboardStore,
  setSingleKeys,
} from "../../state/keyboard-store.ts";
import { Kbd } from "../../ui/controls/kbd.tsx";
import { Switch } from "../../ui/controls/switch.tsx";
import { Dialog } from "../../ui/layout/dialog.tsx";
import styles from "./keys-dialog.module.css";
import { keysOfLists } from "./list-keys.ts";
import { GO_TO_KEYS } from "./use-shell-keys.ts";

/** The dialog of `?`: the keys that work everywhere and those of the open screen. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { groups, singleKeys } = useStore(keyboardStore);
  const [lists] = useState(groupOfLists);
  return (
    <Dialog open={open} onClose={onClose} title={KEYS.title} width="wide">
      <div className={styles.groups}>
        {[...groups, ...(hasOwnKeys(groups) ? [] : lists), EVERYWHERE].map((group) => (
          <section key={group.title}>
            <h3>{group.title}</h3>
            <dl className={styles.lines}>
              {group.lines.map((line) => (
                <div key={line.does}>
                  <dt>{line.does}</dt>
                  <dd>
                    {line.keys.map((key) => (
                      <Kbd key={key}>{key}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <div className={styles.single}>
        <Switch checked={singleKeys} onChange={setSingleKeys}>
          {KEYS.single}
        </Switch>
        <p>{KEYS.singleHint}</p>
      </div>
    </Dialog>
  );
}

/** Whether the screen's own keys walk through its list. */
function hasOwnKeys(groups: readonly KeyGroup[]): boolean {
  return groups.some(({ lines }) => lines.some(({ keys }) => keys.includes("J")));
}

/** The keys that do something with the lists of the screen below; none where it has neither a list nor filters. */
function groupOfLists(): readonly KeyGroup[] {
  const keys = keysOfLists();
  const lines = keys.flatMap((key) => LINES_OF_LISTS[key]);
  return lines.length === 0 ? [] : [{ title: keys.includes("rows") ? KEYS.lists : KEYS.screen, lines }];
}

const LINES_OF_LISTS: Readonly<Record<ReturnType<typeof keysOfLists>[number], readonly KeyLine[]>> = {
  rows: [{ keys: ["J", "K"], does: KEYS.rows }],
  selection: [
    { keys: ["Shift+J", "Shift+K"], does: KEYS.extend },
    { keys: ["Space"], does: KEYS.select },
    { keys: [`${COMMAND_KEY}+A`], does: KEYS.selectAll },
  ],
  open: [{ keys: ["Enter"], does: KEYS.open }],
  search: [{ keys: ["/"], does: KEYS.filter }],
};

const EVERYWHERE: KeyGroup = {
  title: KEYS.everywhere,
  lines: [
    { keys: ["?"], does: KEYS.list },
    { keys: [`${COMMAND_KEY}+K`], does: KEYS.palette },
    { keys: ["["], does: KEYS.navigation },
    ...Object.entries(GO_TO_KEYS).map(([key, tab]) => ({
      keys: [KEYS.inTurn("G", key.toUpperCase())],
      does: KEYS.goTo(NAVIGATION_LABELS[tab]),
    })),
    { keys: ["Esc"], does: KEYS.close },
  ],
};
