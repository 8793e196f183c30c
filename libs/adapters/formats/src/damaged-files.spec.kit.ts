/** Numbers from 0 to below 1 that are the same in every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes that were cut or changed, and how. */
export interface Damage {
  readonly how: string;
  readonly bytes: Buffer;
  /** Whether what is left is as it was. */
  readonly isCut: boolean;
}

const LYING = [0xffffffff, 0x7fffffff, 0x80000000, 0x00ffffff, 0] as const;

/** Many ways to damage a file, by a seed. */
export function* damagesOf(whole: Buffer, seed: number): Generator<Damage, void, undefined> {
  const random = randomOf(seed);
  const place = (): number => Math.floor(random() * whole.length);
  for (let count = 0; count < 14; count++) {
    const at = place();
    yield { how: `cut at ${at}`, bytes: whole.subarray(0, at), isCut: true };
  }
  for (let flips = 1; flips <= 12; flips++) {
    const bytes = Buffer.from(whole);
    const places = Array.from({ length: flips }, place);
    for (const at of places) bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(random() * 8)), at);
    yield { how: `bits flipped at ${places.join()}`, bytes, isCut: false };
  }
  for (const lie of [...LYING, ...LYING]) {
    const bytes = Buffer.from(whole);
    const at = Math.min(place(), bytes.length - 4);
    bytes.writeUInt32LE(lie, at);
    yield { how: `${lie} at ${at}`, bytes, isCut: false };
  }
  for (let count = 0; count < 4; count++) {
    const [from, to] = [place(), place()].toSorted((one, other) => one - other);
    const without = Buffer.concat([whole.subarray(0, from), whole.subarray(to)]);
    yield { how: `without ${from} to ${to}`, bytes: without, isCut: false };
  }
}
