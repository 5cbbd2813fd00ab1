import { insightKeys as keys } from "../../../messages/insights/insight-keys.ts";
import { COMMAND_KEY, type KeyGroup } from "../../../state/keyboard-store.ts";

export const REVIEW_KEY_GROUP: KeyGroup = {
  title: keys.group,
  lines: [
    { keys: ["J", "↓"], does: keys.down },
    { keys: ["K", "↑"], does: keys.up },
    { keys: ["A"], does: keys.acknowledge },
    { keys: ["F"], does: keys.favorite },
    { keys: ["X"], does: keys.archive },
    { keys: ["Space"], does: keys.select },
    { keys: ["Shift+J", "Shift+K"], does: keys.extend },
    { keys: [`${COMMAND_KEY}+A`], does: keys.selectAll },
    { keys: [`${COMMAND_KEY}+Enter`], does: keys.save },
    { keys: ["Z"], does: keys.undo },
    { keys: ["Shift+Z"], does: keys.redo },
    { keys: ["."], does: keys.repeat },
    { keys: ["/"], does: keys.search },
    { keys: ["Enter"], does: keys.open },
    { keys: ["B"], does: keys.boxes },
    { keys: ["L"], does: keys.brighten },
    { keys: ["N"], does: keys.skip },
    { keys: ["Esc"], does: keys.clear },
  ],
};
