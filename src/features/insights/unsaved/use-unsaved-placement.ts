import { useState } from "react";
import { useMediaQuery } from "../../../ui/use-media-query.ts";

/** From this width on the list of unsaved actions fits beside a table that still shows its columns. */
const PANEL_FROM_PX = 1360;

/** Where the list of unsaved actions stands: beside the table where there is room and it is wanted, else in a sheet. */
export function useUnsavedPlace(narrow: boolean) {
  const roomForPanel = useMediaQuery(`(min-width: ${PANEL_FROM_PX}px)`);
  const [panelWanted, setPanelWanted] = useState(true);
  const [sheetWanted, setSheetWanted] = useState(false);
  const panelShown = roomForPanel && panelWanted && !narrow;
  return {
    panelShown,
    collapsePanel: () => setPanelWanted(false),
    sheetOpen: sheetWanted && !panelShown,
    closeSheet: () => setSheetWanted(false),
    open: () => (roomForPanel ? setPanelWanted(true) : setSheetWanted(true)),
  };
}
