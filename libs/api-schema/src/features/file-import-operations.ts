import { binary, json, sequence } from '../content.js';
import { forbidden, formatsNotInstalled, space, compression } from '../error-cases.js';
import { usual } from '../error-example.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import {
  fileImportLineSchema,
  fileImportSchema,
  filePreviewSchema,
  importFileQuerySchema,
} from './file-import.js';

/** Importing files of other formats than the API itself speaks. */
export const fileImportOperations = [
  {
    id: 'importFile',
    api: 'spaces',
    access: 'optional',
    scope: 'spaces:write',
    reach: 'spaces',
    method: 'post',
    path: '/hub/spaces/{spaceId}/import',
    summary: 'Import a file',
    description:
      'GeoJSON, CSV, TSV, XLSX, GPX, KML, KMZ, a shapefile in a ZIP, GeoPackage, FlatGeobuf or TopoJSON, with coordinates of any ' +
      'known reference system. Its features are written in chunks of one transaction each, without those that cannot be. The ' +
      'body may be compressed with gzip, deflate or br.',
    parameters: { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } },
    query: importFileQuerySchema,
    body: binary(['application/octet-stream', '*/*']),
    responses: {
      200: {
        description:
          'What came of it, or with `preview=true` what the file has. With `Accept: application/x-ndjson` a line comes after each stored chunk, and the report as the last one, whatever its `end`.',
        body: {
          ...json(fileImportSchema.or(filePreviewSchema), examples.fileImport),
          ...sequence(fileImportLineSchema, [examples.fileImportProgress, examples.fileImport]),
        },
      },
    },
    errors: {
      400: {
        code: 'unreadable-file',
        detail: 'The file is not a ZIP archive, or is cut short.',
      },
      403: forbidden,
      404: space,
      405: usual,
      413: { code: 'format-limit-exceeded', detail: 'The file has more than 1,000 columns.' },
      415: compression,
      428: usual,
      501: formatsNotInstalled,
      503: {
        code: 'readers-busy',
        detail: 'Too many files are being read. Try again in a minute.',
      },
    },
  },
] as const satisfies readonly Operation[];
