import { createContext, useContext } from "react";
import type { PublicConfig } from "../protocol/shapes.ts";

export const PublicConfigContext = createContext<PublicConfig | null>(null);

/** What the server tells everyone about itself; null until it was read once on this device. */
export function usePublicConfig(): PublicConfig | null {
  return useContext(PublicConfigContext);
}
