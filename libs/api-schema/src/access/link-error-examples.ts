import { addedImageErrors } from '../images/album-error-examples.js';
import { invalid, type ErrorExample } from '../error-example.js';
import type { ErrorStatus } from '../error-statuses.js';

const link = { code: 'link-not-found', detail: 'There is no such link, or not any more.' };
const locked = { code: 'link-password-needed', detail: 'This link needs its password.' };
const page = invalid('limit', 'too-small', 'must be a whole number from 1 to 1000');
const refused = {
  code: 'download-refused',
  detail: 'This link does not allow originals: ask for a size, such as `?w=1920`.',
};
const held = { 401: locked, 404: link };

/** Error examples of the operations on links. */
export const linkErrorExamples: Readonly<
  Record<string, Readonly<Partial<Record<ErrorStatus, ErrorExample>>>>
> = {
  createLink: {
    400: invalid('expiresAt', 'invalid-time', 'must lie in the future'),
    404: { code: 'album-not-found', detail: 'There is no album with this id.' },
    409: { code: 'link-limit-reached', detail: 'An account has at most 10000 links; revoke one first.' },
  },
  listLinks: { 400: page },
  deleteLink: { 404: link },
  getOembed: { 400: invalid('url', 'invalid-type', 'is missing'), 404: link },
  getShared: held,
  listSharedImages: { 400: page, 401: locked, 404: link },
  getSharedFile: {
    400: invalid('w', 'invalid-value', 'must be a whole number from 1 to 16383'),
    401: locked,
    403: refused,
    404: link,
    422: {
      code: 'unrenderable',
      detail: 'The image cannot be rendered: its pixels are damaged or cannot be transformed so.',
    },
  },
  downloadShared: {
    401: locked,
    403: refused,
    404: link,
    503: {
      code: 'archives-busy',
      detail: 'Too many archives are being downloaded; try again in a minute.',
    },
  },
  uploadShared: {
    ...addedImageErrors,
    401: locked,
    403: { code: 'contribution-refused', detail: 'This link shows images, but takes none.' },
    404: link,
  },
  unlockShared: {
    403: { code: 'wrong-password', detail: 'The current password is wrong.' },
    404: link,
  },
};
