/** The number behind an id of the wire; null for text that is none of ours, and so names nothing. */
export function rowIdOf(id: string | number): number | null {
  return /^[1-9]\d{0,14}$/.test(String(id)) ? Number(id) : null;
}
