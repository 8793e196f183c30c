import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const forbidden = { code: 'scope-missing', detail: 'This needs an API key with the scope `images:write`.' };

/** Error examples of uploads. */
export const uploadErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  uploadImage: {
    400: invalid('tags', 'tag-too-long', 'A tag is longer than 64 characters.'),
    403: forbidden,
    409: {
      code: 'quota-exceeded',
      detail:
        'The quota is used up: 500 images are stored and 500 are allowed. Delete an image or ask for a larger quota.',
      facts: { imageCount: 500, quota: 500 },
    },
    413: {
      code: 'file-too-large',
      detail: 'The file is larger than 25 MB (26214400 bytes).',
      facts: { limitInBytes: 26_214_400 },
    },
    415: {
      code: 'unsupported-image-type',
      detail: 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.',
    },
  },
  uploadImages: {
    400: invalid('file', 'required', 'is missing: send each image as a part `file` of the form'),
    403: forbidden,
    413: {
      code: 'body-too-large',
      detail:
        'The form has more than 4194304 bytes (4 MiB) besides its files; send the files and their fields only.',
    },
    415: {
      code: 'unsupported-media-type',
      detail: 'The body must be a form: send `Content-Type: multipart/form-data`.',
    },
  },
};
