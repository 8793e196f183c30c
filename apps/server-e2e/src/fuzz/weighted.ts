import fc from 'fast-check';

/** Draws from the choices by their weights. */
export function weighted<T>(
  ...choices: readonly (readonly [weight: number, choice: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
