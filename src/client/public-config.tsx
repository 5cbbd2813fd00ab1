import { createContext, useContext } from "react";
import type { PublicConfig } from "../protocol/shapes.ts";

export const PublicConfigContext = createContext<PublicConfig | null>(null);

/** The server's public configuration; null until this device has read it once. */
export function usePublicConfig(): PublicConfig | null {
  return useContext(PublicConfigContext);
}
