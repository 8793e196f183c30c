import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const album = { code: 'album-not-found', detail: 'There is no album with this id.' };
const albumByQuery = {
  code: 'album-by-query',
  detail: 'This album has the images that its query finds. None can be placed in it or taken out of it.',
};
const page = invalid('limit', 'too-small', 'must be a whole number from 1 to 1000');

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

/** Error examples of the operations on albums. */
export const albumErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  createAlbum: {
    400: invalid('title', 'invalid-length', 'must have 1 to 200 characters'),
    404: { code: 'image-not-found', detail: 'There is no image with this id.' },
  },
  listAlbums: { 400: page },
  getAlbum: { 404: album },
  patchAlbum: { 404: album },
  deleteAlbum: { 404: album },
  listAlbumImages: { 400: page, 404: album },
  placeAlbumImages: { 404: album, 409: albumByQuery },
  uploadAlbumImage: { ...addedImageErrors, 404: album },
  takeAlbumImages: { 404: album, 409: albumByQuery },
};
