import { EMPTY_CLASS_ID, EMPTY_CLASS_NAME } from "../../domain/insight/insight.ts";

/** Labels of pictures that were not classified. */
export const UNCLASSIFIED_CLASS_NAME = "unclassified";
/** Labels of pictures of the people who installed, serviced or removed the camera. */
export const CAMERA_SETUP_CLASS_NAME = "camera setup";
/** Labels of pictures of people who are not the camera's, whatever a source calls them. */
export const HUMAN_CLASS_NAME = "human";
/** Labels of pictures that a person could not classify. */
export const UNKNOWN_CLASS_NAME = "unknown";

/** Labels of pictures of an animal whose species nobody named. */
export const ANIMAL_CLASS_NAME = "animal";

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
  ...["blank", "empty", "no animal", "no animals", "nothing", "no species", "false trigger"].map(
    (text) => [text, EMPTY_LABEL] as const,
  ),
  ...["human", "humans", "person", "people", "homo", "homo sapiens", "homo species"].map(
    (text) => [text, label(HUMAN_CLASS_NAME)] as const,
  ),
  ...["unclassified", "no cv result", "not yet identified"].map(
    (text) => [text, UNCLASSIFIED_LABEL] as const,
  ),
  ...["setup pickup", "setup/pickup", "human-camera trapper", "human camera trapper"].map(
    (text) => [text, label(CAMERA_SETUP_CLASS_NAME)] as const,
  ),
  ...[
    "unknown",
    "unknown species",
    "unknown unknown",
    "unknown animal",
    "unidentified",
    "unidentifiable",
  ].map((text) => [text, label(UNKNOWN_CLASS_NAME)] as const),
]);

/** The class that a source's label stands for: its own text, but for the labels that name no class. */
export function classLabel(text: string): ClassLabel {
  return SPECIAL.get(text.toLowerCase().replaceAll(/[_\s]+/g, " ")) ?? label(text);
}

export function label(className: string): ClassLabel {
  return { className, classId: null, classified: true };
}

const MODEL_NAMES =
  /detector|speciesnet|deepfaune|trapper ?ai|zamba|mewc|computer vision|\b(?:ai|cnn|model|yolo\w*|algorithm|network)\b|\bv\d/i;

/** Whether the name of a classifier is that of a program. */
export function isModelName(name: string): boolean {
  return MODEL_NAMES.test(name);
}
