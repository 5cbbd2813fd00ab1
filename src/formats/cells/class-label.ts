import { EMPTY_CLASS_ID, EMPTY_CLASS_NAME } from "../../domain/insight/insight.ts";

/** Labels of pictures that were not classified. */
export const UNCLASSIFIED_CLASS_NAME = "unclassified";
/** Labels of pictures of the people who installed, serviced or removed the camera. */
export const CAMERA_SETUP_CLASS_NAME = "camera setup";
/** Labels of pictures that a person could not classify. */
export const UNKNOWN_CLASS_NAME = "unknown";

export interface ClassLabel {
  className: string;
  classId: number | null;
  /** False where the label means that the picture was not classified. */
  classified: boolean;
}

export const EMPTY_LABEL: ClassLabel = {
  className: EMPTY_CLASS_NAME,
  classId: EMPTY_CLASS_ID,
  classified: true,
};
export const UNCLASSIFIED_LABEL: ClassLabel = {
  className: UNCLASSIFIED_CLASS_NAME,
  classId: null,
  classified: false,
};

/** Labels that are no class of animal or thing, in lower case with single spaces. */
const SPECIAL = new Map<string, ClassLabel>([
  ...["blank", "empty", "no animal", "nothing"].map((text) => [text, EMPTY_LABEL] as const),
  ...["unclassified", "no cv result", "not yet identified"].map(
    (text) => [text, UNCLASSIFIED_LABEL] as const,
  ),
  ...["setup pickup", "setup/pickup", "human-camera trapper", "human camera trapper"].map(
    (text) => [text, label(CAMERA_SETUP_CLASS_NAME)] as const,
  ),
  ...["unknown", "unknown species"].map((text) => [text, label(UNKNOWN_CLASS_NAME)] as const),
]);

/** The class that a source's label stands for: its own text, but for the labels that name no class. */
export function classLabel(text: string): ClassLabel {
  return SPECIAL.get(text.toLowerCase().replaceAll(/[_\s]+/g, " ")) ?? label(text);
}

export function label(className: string): ClassLabel {
  return { className, classId: null, classified: true };
}
