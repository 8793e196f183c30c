import type { Operation } from '../operation.js';
import { transformQuerySchema } from './transforms.js';
import { usual } from '../error-example.js';
import { file, transform } from '../error-cases.js';

const cacheHeaders = {
  ETag: 'Strong; of a file without a query, the SHA-256 of its bytes.',
  'Cache-Control': 'How long the file may be cached; `private, no-cache` if the image is private.',
};

const fileHeaders = {
  ...cacheHeaders,
  'Content-Length': 'In bytes.',
  'Accept-Ranges': '`bytes`',
  'Last-Modified': 'When the image was uploaded. The bytes at an address never change.',
  'Content-Disposition': '`inline`, with the file name.',
  Vary: '`Accept` with `format=auto`; `Authorization, Cookie` if the image is private.',
};

const fileResponses = {
  200: { description: 'The whole file, in its own media type.', headers: fileHeaders },
  206: {
    description: 'The part that `Range` asks for.',
    headers: { ...fileHeaders, 'Content-Range': 'The range sent.' },
  },
  304: {
    description: 'Not modified: the file still matches `If-None-Match` or `If-Modified-Since`.',
    headers: cacheHeaders,
  },
};

const redirectResponse = {
  302: {
    description:
      'Sent when the service lets the store itself deliver files. `Location` works for five minutes.',
    headers: { Location: 'The address of the file in the store.', 'Cache-Control': '`private, max-age=60`' },
  },
};

const fileRequest = {
  api: 'files',
  path: '/cdn/{address}',
  access: 'open',
  isPublic: true,
  parameters: {
    address: {
      description: 'Path and file name, as in `url`. Slashes are not percent-encoded.',
      example: 'holiday/2026/lake.jpg',
    },
  },
  headers: {
    Range: 'One range of bytes, such as `bytes=0-99`.',
    'If-Range':
      'An `ETag` or `Last-Modified` from an earlier response. If the file no longer matches, all of it is sent.',
    'If-None-Match': 'An `ETag` from an earlier response.',
    'If-Modified-Since': 'A `Last-Modified` from an earlier response; ignored with `If-None-Match`.',
    'If-Match': 'The `ETag` that the file must have.',
    'If-Unmodified-Since': 'A `Last-Modified` from an earlier response; ignored with `If-Match`.',
  },
  query: transformQuerySchema,
  description:
    'Without a query, the bytes as they are stored: as they were uploaded, without the metadata that was cut out. With ' +
    'one, an image made of them. A private image is there for keys with `images:read` and users of its account alone.',
  errors: { 403: usual, 404: usual, 412: usual, 416: usual, 422: usual },
} as const;

/** The files of images, at the CDN address. */
export const fileOperations = [
  {
    id: 'getFile',
    reach: 'own',
    method: 'get',
    summary: 'Get a hosted file',
    responses: { ...fileResponses, ...redirectResponse },
    ...fileRequest,
    errors: { ...transform, 404: file, 412: usual, 416: usual },
  },
  {
    id: 'headFile',
    reach: 'own',
    method: 'head',
    summary: 'Get the headers of a hosted file',
    responses: fileResponses,
    ...fileRequest,
    errors: { ...transform, 404: file, 412: usual, 416: usual },
  },
] as const satisfies readonly Operation[];
