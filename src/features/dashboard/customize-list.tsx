import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { WidgetChoices } from "../../domain/dashboard/visibility.ts";
import { isWidgetOn } from "../../domain/dashboard/visibility.ts";
import { WIDGETS } from "../../domain/dashboard/widgets.ts";
import { dashboardMessages } from "../../messages/dashboard/dashboard.ts";
import { chooseWidget } from "../../state/dashboard-store.ts";
import { Button } from "../../ui/controls/button.tsx";
import { IconButton } from "../../ui/controls/icon-button.tsx";
import { Popover } from "../../ui/controls/popover.tsx";
import styles from "./dashboard.module.css";

const listedName = ({ title, listed = title }: { title: string; listed?: string }) => listed;

interface CustomizeListProps {
  choices: WidgetChoices;
  /** The button is an icon alone, with the same name. */
  narrow: boolean;
}

/** Turns each widget on or off; the choice is this browser's. */
export function CustomizeList({ choices, narrow }: CustomizeListProps) {
  return (
    <Popover
      label={dashboardMessages.customize}
      align="end"
      trigger={(attributes) =>
        narrow ? (
          <IconButton
            {...attributes}
            label={dashboardMessages.customize}
            icon={<SlidersHorizontal size={20} aria-hidden="true" />}
          />
        ) : (
          <Button {...attributes} icon={<SlidersHorizontal size={16} aria-hidden="true" />}>
            {dashboardMessages.customize}
          </Button>
        )
      }
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
