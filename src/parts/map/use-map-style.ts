import { useStore } from "zustand";
import { mapLookStore } from "../../state/map-look-store.ts";
import type { MapStyle } from "../../ui/map/basemap/map-colours.ts";
import { useDarkTheme } from "../../ui/use-dark-theme.ts";

/** Light or dark: as this person chose on the map, else as the theme. */
export function useMapStyle(): MapStyle {
  const dark = useDarkTheme();
  const { style } = useStore(mapLookStore);
  return style ?? (dark ? "dark" : "light");
}
