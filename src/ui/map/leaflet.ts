// Leaflet before its plugins: they extend the global that it sets, and not what an import of it names.
import "leaflet";
import "leaflet/dist/leaflet.css";
import "leaflet.markercluster";
import "leaflet.heat";
import type * as Leaflet from "leaflet";

export const L = (window as unknown as { L: typeof Leaflet }).L;
