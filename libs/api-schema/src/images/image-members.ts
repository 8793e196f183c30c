import * as z from 'zod';

/** Who added an image. */
export const addedBySchema = z
  .string()
  .optional()
  .meta({ examples: ['link:6rDn2wQx0KmB4sTzV9aYpE'] })
  .describe(
    'With `include=addedBy`: who added the image, as `user:ID`, `key:ID` or `link:ID`. Absent where it was the account itself. It never changes.',
  );
