import * as z from 'zod';

export const visibilities = ['public', 'unlisted', 'private'] as const;

export type Visibility = (typeof visibilities)[number];

/** Who gets the file of an image. */
export const visibilitySchema = z
  .enum(visibilities)
  .describe(
    '`public`: everybody. `unlisted`: who has the address, which gets a part that nobody guesses when the image is uploaded or ' +
      'renamed as such. `private`: keys and users of the account; for everybody else there is nothing at its address.',
  );
