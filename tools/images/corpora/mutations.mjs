const FLIPS = 10;

/** A damaged copy: bytes changed, mostly in the header, cut short, or with a part missing or twice. */
export function mutated(bytes, random) {
  const length = bytes.length;
  if (length < 16) return Buffer.concat([bytes, Buffer.from([random(256)])]);
  const from = random(length);
  const part = 1 + random(Math.min(length, 512));
  switch (random(8)) {
    case 0:
      return bytes.subarray(0, 8 + random(length - 8));
    case 1:
      return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + part)]);
    case 2:
      return Buffer.concat([bytes.subarray(0, from + part), bytes.subarray(from)]);
    default:
      return flipped(bytes, random);
  }
}

function flipped(bytes, random) {
  const copy = Buffer.from(bytes);
  const reach = random(2) === 0 ? Math.min(bytes.length, 512) : bytes.length;
  // The first bytes say what it is: damage there is seen at once, and ends everything else.
  for (let flip = 0; flip < FLIPS; flip += 1)
    copy[Math.min(12 + random(reach), bytes.length - 1)] = random(256);
  return copy;
}
