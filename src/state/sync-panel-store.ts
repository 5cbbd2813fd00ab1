import { createStore } from "zustand/vanilla";

/** Whether the sync panel is open; its chip draws it, and any part of the app may open it. */
export const syncPanelStore = createStore(() => ({ open: false }));

export const showSyncPanel = (open: boolean): void => syncPanelStore.setState({ open });
