export { readableClasses, readableName, SpeciesLabel, SpeciesMark } from "../../../parts/species-label.tsx";
