export { readableName, SpeciesLabel } from "../../../parts/species-label.tsx";
