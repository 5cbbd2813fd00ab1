/** Whether a version such as 1.2.3 comes before another. Text that is no version is not older than any. */
export function isOlderVersion(version: string, than: string): boolean {
  const [own, other] = [partsOf(version), partsOf(than)];
  if (own === null || other === null) return false;
  const at = own.findIndex((part, place) => part !== other[place]);
  return at !== -1 && (own[at] ?? 0) < (other[at] ?? 0);
}

function partsOf(version: string): readonly number[] | null {
  return /^\d+\.\d+\.\d+$/.test(version) ? version.split(".").map(Number) : null;
}
