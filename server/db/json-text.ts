/**
 * JSON as the database's driver gives it: text, or its bytes in UTF-8. An answer is made of either, because decoding
 * bytes to encode them again takes longer than compressing them.
 */
export type JsonText = string | Uint8Array;

/** The JSON as text, for those who read it here. */
export function textOf(json: JsonText): string {
  return typeof json === "string" ? json : bufferOf(json).toString("utf8");
}

export function includesText(json: JsonText, text: string): boolean {
  return typeof json === "string" ? json.includes(text) : bufferOf(json).includes(text);
}

/** The same bytes, not copied. */
export function bufferOf(json: JsonText): Buffer {
  if (typeof json === "string") return Buffer.from(json);
  return Buffer.from(json.buffer, json.byteOffset, json.byteLength);
}
