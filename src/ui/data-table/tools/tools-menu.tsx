import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from "react";
import { tableMessages } from "../../../messages/table.ts";
import { Menu, MenuGroup, MenuItem } from "../../controls/menu.tsx";
import { placeBeside, useKeptBeside } from "../../controls/place-beside.ts";
import popover from "../../controls/popover.module.css";
import styles from "../table-tools.module.css";

export interface ListTool {
  words: { heading: string; button: string };
  icon: ReactNode;
  /** Rendered only while it is open. */
  panel(close: () => void): ReactNode;
}

/** An entry of a screen in the menu, which acts at once instead of opening a panel. */
export interface ListAction extends Omit<ComponentProps<typeof MenuItem>, "children"> {
  label: string;
}

interface ToolsMenuProps {
  tools: readonly ListTool[];
  /** Above the tools, under the name of the list. */
  actions: readonly ListAction[];
  name: string;
}

/** All tools of a list behind one button: a menu, and the panel of the tool that was chosen in it. */
export function ToolsMenu({ tools, actions, name }: ToolsMenuProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const anchor = useRef<HTMLSpanElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const tool = tools.find(({ words }) => words.button === chosen);
  useKeptBeside(chosen !== null, () => [panel.current, anchor.current?.firstElementChild], "end");
  useEffect(() => {
    const box = panel.current;
    const button = anchor.current?.firstElementChild;
    if (chosen === null || box === null || !button) return;
    // The menu has given the focus back to its button, and so does the panel when it closes.
    box.showPopover();
    placeBeside(box, button, "end");
    box.focus({ preventScroll: true });
  }, [chosen]);
  return (
    <span ref={anchor} className={popover.anchor}>
      <Menu
        label={tableMessages.menu}
        trigger={<EllipsisVertical size={20} />}
        triggerClassName={styles.menuButton}
      >
        {actions.length > 0 && (
          <MenuGroup label={name}>
            {actions.map(({ label, ...item }) => (
              <MenuItem key={label} {...item}>
                {label}
              </MenuItem>
            ))}
          </MenuGroup>
        )}
        {tools.map(({ words, icon }) => (
          <MenuItem key={words.button} icon={icon} onSelect={() => setChosen(words.button)}>
            {words.button}
          </MenuItem>
        ))}
      </Menu>
      <div
        ref={panel}
        popover="auto"
        role="dialog"
        aria-label={tool?.words.heading}
        tabIndex={-1}
        className={popover.panel}
        onToggle={({ newState }) => {
          if (newState === "closed") setChosen(null);
        }}
      >
        {tool && <div className={styles.panel}>{tool.panel(() => panel.current?.hidePopover())}</div>}
      </div>
    </span>
  );
}
