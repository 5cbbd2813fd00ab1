const FIRST_SLOTS = 1 << 12;

/**
 * A set of texts by two hashes of 32 bits each, in 16 to 32 bytes a text: as strings, the paths of 640,000 pictures
 * would take 100 MB. That two of them have the same hashes has a chance of one in a hundred million; the second would
 * be refused as known.
 */
export class TextSet {
  #slots = new Uint32Array(FIRST_SLOTS * 2);
  #size = 0;

  has(text: string): boolean {
    const [first, second] = hashesOf(text);
    const at = this.#find(first, second);
    return this.#slots[at] !== 0;
  }

  add(text: string): void {
    const [first, second] = hashesOf(text);
    if (this.#put(first, second)) this.#size += 1;
    if (this.#size * 4 > this.#slots.length) this.#grow();
  }

  #put(first: number, second: number): boolean {
    const at = this.#find(first, second);
    if (this.#slots[at] !== 0) return false;
    this.#slots[at] = first;
    this.#slots[at + 1] = second;
    return true;
  }

  /** The place of the pair, or the free one where it would stand. */
  #find(first: number, second: number): number {
    const mask = this.#slots.length / 2 - 1;
    let slot = first & mask;
    while (this.#slots[slot * 2] !== 0) {
      if (this.#slots[slot * 2] === first && this.#slots[slot * 2 + 1] === second) break;
      slot = (slot + 1) & mask;
    }
    return slot * 2;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += 2) {
      if (old[at] !== 0) this.#put(old[at] ?? 0, old[at + 1] ?? 0);
    }
  }
}

/** FNV-1a and a multiplicative hash; the first is never 0, which marks a free slot. */
function hashesOf(text: string): readonly [number, number] {
  let [first, second] = [0x811c9dc5, text.length];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = (Math.imul(second, 0x9e3779b1) + code) ^ (second >>> 15);
  }
  first ^= first >>> 16;
  return [first >>> 0 || 1, second >>> 0];
}
