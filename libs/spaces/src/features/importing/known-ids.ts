/** Ids are spread over this many tables. Each table grows on its own, so that none of them takes long to grow. */
const TABLES = 256;
const FIRST_SLOTS = 64;
const FILLED = 0.7;

/**
 * A set of ids in 8 to 23 bytes each: it holds a hash of 64 bits for each id. Among a million ids, the chance that two
 * are taken for the same is 1 in 40 million.
 */
export class KnownIds {
  private readonly tables = Array.from({ length: TABLES }, () => new HashTable());
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** Adds an id. Returns whether it is new. */
  add(id: string): boolean {
    const [first, second] = hashesOf(id);
    const isNew = this.tables[first % TABLES]?.add(first, second) === true;
    if (isNew) this.count += 1;
    return isNew;
  }

  has(id: string): boolean {
    const [first, second] = hashesOf(id);
    return this.tables[first % TABLES]?.has(first, second) === true;
  }
}

/** Open addressing: a slot is two numbers, and empty where the second is 0. */
class HashTable {
  private slots = new Uint32Array(2 * FIRST_SLOTS);
  private count = 0;

  add(first: number, second: number): boolean {
    const slot = slotOf(this.slots, first, second);
    if (this.slots[slot + 1] === second) return false;
    this.slots.set([first, second], slot);
    this.count += 1;
    if (2 * this.count > FILLED * this.slots.length) this.grow();
    return true;
  }

  has(first: number, second: number): boolean {
    return this.slots[slotOf(this.slots, first, second) + 1] === second;
  }

  private grow(): void {
    const grown = new Uint32Array(2 * this.slots.length);
    for (let at = 0; at < this.slots.length; at += 2) {
      const [first = 0, second = 0] = this.slots.subarray(at, at + 2);
      if (second !== 0) grown.set([first, second], slotOf(grown, first, second));
    }
    this.slots = grown;
  }
}

/** The slot that has both numbers, or the empty slot where they belong. */
function slotOf(slots: Uint32Array, first: number, second: number): number {
  const count = slots.length / 2;
  for (let slot = Math.floor(first / TABLES) % count; ; slot = (slot + 1) % count) {
    const other = slots[2 * slot + 1];
    if (other === 0 || (other === second && slots[2 * slot] === first)) return 2 * slot;
  }
}

/** Two hashes of a text, which are mixed with each other at the end (cyrb53, public domain); the second is never 0. */
function hashesOf(text: string): readonly [number, number] {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2_654_435_761);
    two = Math.imul(two ^ unit, 1_597_334_677);
  }
  const mix = (value: number, other: number): number =>
    Math.imul(value ^ (value >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  one = mix(one, two);
  two = mix(two, one);
  return [one >>> 0, two >>> 0 || 1];
}
