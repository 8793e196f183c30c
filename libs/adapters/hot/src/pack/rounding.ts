const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** The greatest 32-bit float that is not above the number. */
export const roundedDown = (number: number): number => {
  const nearest = Math.fround(number);
  return nearest <= number ? nearest : -above(-nearest);
};

/** The least 32-bit float that is not below the number. */
export const roundedUp = (number: number): number => {
  const nearest = Math.fround(number);
  return nearest >= number ? nearest : above(nearest);
};

/** The next greater 32-bit float. */
function above(value: number): number {
  if (value === 0) return MIN_FLOAT;
  float[0] = value;
  bits[0] = (bits[0] ?? 0) + (value > 0 ? 1 : -1);
  return float[0];
}

const MIN_FLOAT = 2 ** -149;
