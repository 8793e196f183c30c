import { idHash } from '@cairn/spaces/spi';

/** The fewest slots per feature, so that a search rarely looks at more than two. */
const SLOTS_PER_FEATURE = 1.5;

/** How many slots a table for so many features has: a power of two. */
export const slotCount = (features: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(1, features * SLOTS_PER_FEATURE)));

/** Enters features by the hashes of their ids. Their positions are those in the list of hashes. */
export function fillTable(slots: Uint32Array, hashes: Uint32Array): void {
  const mask = slots.length - 1;
  for (const [position, hash] of hashes.entries()) {
    let slot = hash & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = position + 1;
  }
}

/** The position of the feature with that id. `isIt` compares ids: different ones may have the same hash. */
export function positionIn(
  slots: Uint32Array,
  id: string,
  isIt: (position: number) => boolean,
): number | undefined {
  const mask = slots.length - 1;
  let slot = idHash(id) & mask;
  for (let entry = slots[slot] ?? 0; entry !== 0; entry = slots[slot] ?? 0) {
    if (isIt(entry - 1)) return entry - 1;
    slot = (slot + 1) & mask;
  }
  return undefined;
}
