/** So many bytes at the beginning of a file tell whether it is a tflite model. */
export const TFLITE_HEADER_BYTES = 8;

/**
 * Whether a file begins as a tflite model does: a FlatBuffer whose first number is the place of its root table, and
 * whose identifier behind it is TFL3.
 *
 * @param header at least the first TFLITE_HEADER_BYTES bytes
 * @param bytes the size of the whole file
 */
export function isTfliteHeader(header: Buffer, bytes: number): boolean {
  if (header.length < TFLITE_HEADER_BYTES) return false;
  const root = header.readUInt32LE(0);
  return root >= TFLITE_HEADER_BYTES && root < bytes && header.toString("latin1", 4, 8) === "TFL3";
}
