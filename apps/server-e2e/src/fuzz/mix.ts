import fc from 'fast-check';

/** Draws from each choice as often as its weight says. */
export function mix<T>(
  ...choices: readonly (readonly [weight: number, choice: fc.Arbitrary<T>])[]
): fc.Arbitrary<T> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}
