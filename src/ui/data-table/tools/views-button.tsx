import Bookmark from "lucide-react/icons/bookmark";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import type { TableLayout } from "../../../domain/table/table-layout.ts";
import { tableMessages } from "../../../messages/table.ts";
import { Button } from "../../controls/button.tsx";
import { TextField } from "../../controls/form-field.tsx";
import { IconButton } from "../../controls/icon-button.tsx";
import type { SavedView } from "../table-settings.ts";
import styles from "../table-tools.module.css";
import { ToolPopover } from "./tool-popover.tsx";

const { views: words } = tableMessages;

interface ViewsPanelProps {
  views: readonly SavedView[];
  address: string;
  layout: TableLayout;
  onOpen(view: SavedView): void;
  onSave(view: SavedView): void;
  onRemove(name: string): void;
}

export function ViewsButton({ trigger, ...props }: ViewsPanelProps & { trigger?: ReactNode }) {
  return (
    <ToolPopover words={words} icon={<Bookmark size={16} aria-hidden="true" />} trigger={trigger}>
      {(close) => <ViewsPanel {...props} onClose={close} />}
    </ToolPopover>
  );
}

/** The views that are kept, and a field to keep this one. */
export function ViewsPanel(props: ViewsPanelProps & { onClose(): void }) {
  const { views, address, layout } = props;
  const [name, setName] = useState("");
  return (
    <>
      {views.length === 0 && <p className={styles.said}>{words.none}</p>}
      {views.length > 0 && (
        <ul className={styles.list} aria-label={words.heading}>
          {views.map((view) => (
            <li key={view.name} className={styles.line}>
              <button
                type="button"
                className={styles.view}
                aria-label={words.open(view.name)}
                onClick={() => {
                  props.onOpen(view);
                  props.onClose();
                }}
              >
                {view.name}
              </button>
              <IconButton
                label={words.remove(view.name)}
                icon={<X size={16} aria-hidden="true" />}
                onClick={() => props.onRemove(view.name)}
              />
            </li>
          ))}
        </ul>
      )}
      <form
        className={styles.group}
        onSubmit={(event) => {
          event.preventDefault();
          const kept = name.trim();
          if (kept === "") return;
          props.onSave({ name: kept, address, layout });
          setName("");
        }}
      >
        <TextField label={words.name} name="view-name" value={name} onChange={setName} />
        <Button type="submit" disabled={name.trim() === ""}>
          {words.save}
        </Button>
      </form>
    </>
  );
}
