import { invalid } from '../error-example.js';

export const album = { code: 'album-not-found', detail: 'There is no album with this id.' };
export const albumByQuery = {
  code: 'album-by-query',
  detail: 'This album has the images that its query finds. None can be placed in it or taken out of it.',
};

/** Error examples for adding an image to an album. */
export const addedImageErrors = {
  400: invalid('tags', 'tag-too-long', 'A tag is longer than 64 characters.'),
  409: { code: 'album-full', detail: 'An album can have at most 10000 images.' },
  413: {
    code: 'file-too-large',
    detail: 'The file is larger than 25 MB (26214400 bytes).',
    facts: { limitInBytes: 26_214_400 },
  },
  415: {
    code: 'unsupported-image-type',
    detail: 'The file is not a JPEG, PNG, WebP, GIF or AVIF image.',
  },
};
