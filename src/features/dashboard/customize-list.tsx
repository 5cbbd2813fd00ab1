import { SlidersHorizontal } from "lucide-react";
import type { WidgetChoices } from "../../domain/dashboard/visibility.ts";
import { isWidgetOn } from "../../domain/dashboard/visibility.ts";
import { WIDGETS } from "../../domain/dashboard/widgets.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { chooseWidget } from "../../state/dashboard-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { Popover } from "../../ui/controls/popover.tsx";
import styles from "./dashboard.module.css";

const listedName = ({ title, listed = title }: { title: string; listed?: string }) => listed;

/** Turns each widget on or off; the choice is this browser's. */
export function CustomizeList({ choices }: { choices: WidgetChoices }) {
  return (
    <Popover
      label={dashboardMessages.customize}
      align="end"
      trigger={(attributes) => (
        <Button {...attributes} icon={<SlidersHorizontal size={16} aria-hidden="true" />}>
          {dashboardMessages.customize}
        </Button>
      )}
    >
      {() => (
        <fieldset className={styles.customize}>
          <legend className="visually-hidden">{dashboardMessages.customize}</legend>
          {WIDGETS.map((widget) => (
            <label key={widget.id}>
              <input
                type="checkbox"
                checked={isWidgetOn(widget, choices)}
                onChange={(event) => chooseWidget(widget, event.target.checked)}
              />
              {listedName(dashboardMessages.widgets[widget.id])}
            </label>
          ))}
        </fieldset>
      )}
    </Popover>
  );
}
