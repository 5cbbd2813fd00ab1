import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { type RowDensity, readDensity } from "../../domain/table/row-density.ts";
import { browserLocalValues, LOCAL_KEYS } from "../../platform/stored-values.ts";

const values = browserLocalValues();

/** One for all tables of this device: the screen and the eyes in front of it are the same for each. */
const densityStore = createStore<RowDensity>(() => readDensity(values.get(LOCAL_KEYS.rowDensity)));

export function useRowDensity(): RowDensity {
  return useStore(densityStore);
}

export function setRowDensity(density: RowDensity): void {
  values.set(LOCAL_KEYS.rowDensity, density);
  densityStore.setState(density, true);
}
