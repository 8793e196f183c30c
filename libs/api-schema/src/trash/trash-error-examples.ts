import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const notInTrash = { code: 'not-in-trash', detail: 'There is nothing with this id in the trash.' };

/** Error examples of the operations on the trash. */
export const trashErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  listTrash: { 400: invalid('limit', 'too-small', 'must be a whole number from 1 to 1000') },
  restoreTrash: {
    400: invalid('ids', 'invalid-type', 'must be an array'),
  },
  purgeTrash: { 404: notInTrash },
  restoreImage: {
    404: notInTrash,
    409: {
      code: 'quota-exceeded',
      detail:
        'The quota is used up: 10000 images are stored and 10000 are allowed. Delete an image or ask for a larger quota.',
      facts: { imageCount: 10_000, quota: 10_000 },
    },
  },
  restoreAlbum: { 404: notInTrash },
};
