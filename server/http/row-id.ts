/** The number behind an id of the wire; null for text that cannot be an id. */
export function rowIdOf(id: string | number): number | null {
  return /^[1-9]\d{0,14}$/.test(String(id)) ? Number(id) : null;
}
