import { binary, json, sequence } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { archiveQuerySchema, tileArchiveLineSchema, tileArchiveSchema } from './tile-archives.js';
import { forbidden, space } from '../error-cases.js';
import { invalid, usual } from '../error-example.js';

const archive = binary(['application/vnd.pmtiles']);
const headers = {
  ETag: 'Identifies the archive; for `If-None-Match`, `If-Match` and `If-Range`.',
  'Last-Modified': 'When the archive was stored.',
  'Accept-Ranges': '`bytes`',
};
const example = examples.tileArchive;

const common = {
  api: 'spaces',
  path: '/tiles/{spaceId}.pmtiles',
  access: 'optional',
  parameters: { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } },
} as const satisfies Partial<Operation>;

/** The operations on archives of tiles. */
export const tileArchiveOperations = [
  {
    ...common,
    id: 'getTileArchive',
    isPublic: true,
    reach: 'spaces',
    method: 'get',
    scope: 'spaces:read',
    summary: 'Get the archive of the tiles of a space',
    description: 'By the PMTiles specification, version 3. Readers ask for ranges of it.',
    headers: {
      Range: 'One range of bytes, such as `bytes=0-16383`.',
      'If-Range': 'The `ETag` of which the range is a part; the whole archive is sent if it is another one.',
      'If-None-Match': 'The `ETag` of an earlier response: 304 if it is still the same archive.',
      'If-Match': 'The `ETag` that the archive must have, else 412.',
    },
    responses: {
      200: { description: 'The whole archive.', body: archive, headers },
      206: {
        description: 'The range of the archive.',
        body: archive,
        headers: { ...headers, 'Content-Range': 'The range sent.' },
      },
      304: { description: 'It is still the same archive.' },
    },
    errors: {
      403: forbidden,
      404: space,
      412: {
        code: 'precondition-failed',
        detail: 'The archive is not the one that `If-Match` or `If-Unmodified-Since` asks for.',
      },
      416: usual,
      428: usual,
    },
  },
  {
    ...common,
    id: 'makeTileArchive',
    reach: 'spaces',
    repeatable: true,
    method: 'post',
    scope: 'spaces:write',
    summary: 'Make the archive of the tiles of a space',
    description:
      'Draws all tiles that have features and puts them into one file, in the place of the archive that there was. It takes the right `manageSpaces`. It ends when the client goes away.',
    query: archiveQuerySchema,
    responses: {
      201: {
        description:
          'The archive. With `Accept: application/x-ndjson` the status is 200, a line tells every second how far it is, and the last one what came of it.',
        body: {
          ...json(tileArchiveSchema, example),
          ...sequence(tileArchiveLineSchema, [examples.tileArchiveProgress, example]),
        },
        headers: { Location: 'Where it is read.' },
      },
    },
    errors: {
      400: invalid('maxzoom', 'invalid-zoom', 'must be a whole number from 0 to 16'),
      403: forbidden,
      404: space,
      428: usual,
    },
  },
  {
    ...common,
    id: 'deleteTileArchive',
    reach: 'spaces',
    method: 'delete',
    scope: 'spaces:write',
    summary: 'Delete the archive of the tiles of a space',
    description: 'It takes the right `manageSpaces`.',
    responses: { 204: { description: 'There is none any more.' } },
    errors: { 403: forbidden, 404: space },
  },
] as const satisfies readonly Operation[];
