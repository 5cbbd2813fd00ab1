import { useState } from "react";
import { useMediaQuery } from "../../../ui/use-media-query.ts";

/** From this width on the panel fits beside a table with all its columns. */
const PANEL_FROM_PX = 1360;

/** Whether the list of unsaved actions is a panel beside the table or a sheet. */
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
