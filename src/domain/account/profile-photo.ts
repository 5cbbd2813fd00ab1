/** The largest picture that is taken for a profile photo, in bytes. */
export const PROFILE_PHOTO_MAX_BYTES = 5 * 1024 * 1024;

/** Why a chosen file is no profile photo; null: it may be one. */
export function profilePhotoFault(file: { type: string; size: number }): "type" | "size" | null {
  if (!file.type.startsWith("image/")) return "type";
  return file.size > PROFILE_PHOTO_MAX_BYTES ? "size" : null;
}
