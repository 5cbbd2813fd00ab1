import { type ClassLabel, classLabel, UNCLASSIFIED_LABEL } from "../cells/class-label.ts";

/**
 * The class of one of SpeciesNet's labels, "uuid;class;order;family;genus;species;common name": the common name, else
 * the finest rank that is given. A label in another form is its own name.
 */
export function speciesLabel(text: string): ClassLabel {
  const parts = text.split(";").map((part) => part.trim());
  if (parts.length !== 7) return text.trim() === "" ? UNCLASSIFIED_LABEL : classLabel(text.trim());
  const [, className = "", order = "", family = "", genus = "", species = "", common = ""] = parts;
  if (common !== "") return classLabel(common);
  if (genus !== "") return classLabel(species === "" ? genus : `${genus} ${species}`);
  const finest = [family, order, className].find((rank) => rank !== "");
  return finest === undefined ? UNCLASSIFIED_LABEL : classLabel(finest);
}
