import type { IdKey } from "../storage/mirror/insight-chunk.ts";

const FIRST_SLOTS = 1 << 12;
const GONE = -1;

/**
 * Row numbers by id. Ids that are whole numbers are in typed arrays (open addressing, at most half full), which half a
 * million ids fill several times faster than a Map; other ids are in a Map.
 */
export class IdIndex {
  #ids: Float64Array;
  /** Row number + 1; 0 where nothing ever was, -1 where something was taken out. */
  #rows: Int32Array;
  #used = 0;
  readonly #others = new Map<IdKey, number>();

  /** @param expected ids for which there is room from the start */
  constructor(expected = 0) {
    let slots = FIRST_SLOTS;
    while (slots < expected * 2) slots *= 2;
    this.#ids = new Float64Array(slots);
    this.#rows = new Int32Array(slots);
  }

  get(key: IdKey): number | undefined {
    if (!isPlain(key)) return this.#others.get(key);
    const row = this.#rows[this.#slotOf(key)] ?? 0;
    return row > 0 ? row - 1 : undefined;
  }

  set(key: IdKey, row: number): void {
    if (!isPlain(key)) {
      this.#others.set(key, row);
      return;
    }
    let slot = this.#slotOf(key);
    if (this.#rows[slot] === 0) {
      if (this.#used * 2 >= this.#rows.length) {
        this.#grow();
        slot = this.#slotOf(key);
      }
      this.#used += 1;
      this.#ids[slot] = key;
    }
    this.#rows[slot] = row + 1;
  }

  delete(key: IdKey): void {
    if (!isPlain(key)) {
      this.#others.delete(key);
      return;
    }
    const slot = this.#slotOf(key);
    if (this.#rows[slot] !== 0) this.#rows[slot] = GONE;
  }

  /** The slot of the key, or the free slot where it belongs. */
  #slotOf(key: number): number {
    const mask = this.#rows.length - 1;
    let slot = hashOf(key) & mask;
    while (this.#rows[slot] !== 0 && this.#ids[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  #grow() {
    const [ids, rows] = [this.#ids, this.#rows];
    this.#ids = new Float64Array(ids.length * 2);
    this.#rows = new Int32Array(rows.length * 2);
    this.#used = 0;
    for (let slot = 0; slot < rows.length; slot += 1) {
      const row = rows[slot] ?? 0;
      if (row > 0) this.set(ids[slot] ?? 0, row - 1);
    }
  }
}

/** A whole number of at least 0, which is what `idKey` makes of the usual ids. */
function isPlain(key: IdKey): key is number {
  return typeof key === "number" && key >= 0;
}

function hashOf(id: number): number {
  const folded = (id | 0) ^ Math.imul((id / 0x1_0000_0000) | 0, 0x85eb_ca6b);
  const mixed = Math.imul(folded ^ (folded >>> 15), 0x9e37_79b1);
  return mixed ^ (mixed >>> 13);
}
