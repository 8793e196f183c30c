import { InvalidInput } from '@cairn/kernel';

export const VISIBILITIES = ['public', 'unlisted', 'private'] as const;

/**
 * Who gets the file of an image. `public` and `unlisted` files are for everybody who has the address, which nobody can
 * guess if the image was uploaded as unlisted. `private` files are for the account of the owner.
 */
export type Visibility = (typeof VISIBILITIES)[number];

/** @throws {InvalidInput} */
export function parseVisibility(text: string): Visibility {
  const choice = VISIBILITIES.find((each) => each === text);
  if (choice === undefined)
    throw InvalidInput.of('unknown-choice', '`visibility` must be public, unlisted or private.');
  return choice;
}
