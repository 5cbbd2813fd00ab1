export { readableClasses, readableName, SpeciesLabel } from "../../../parts/species-label.tsx";
