import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import { folderDefaultListSchema, putFolderDefaultBodySchema } from './folder-defaults.js';
import type { Operation } from '../operation.js';
import { invalid, usual } from '../error-example.js';

const path = '/api/paths/defaults';

/** What uploads into a folder get. */
export const folderDefaultOperations = [
  {
    id: 'listFolderDefaults',
    reach: { on: 'account', role: 'viewer' },
    api: 'images',
    method: 'get',
    path,
    summary: 'List the defaults of folders',
    description: 'The folders that have a default, all of them.',
    access: 'key',
    scope: 'images:read',
    responses: {
      200: { description: 'The defaults.', body: json(folderDefaultListSchema, examples.folderDefaultList) },
    },
    errors: {},
  },
  {
    id: 'putFolderDefault',
    reach: { on: 'account', role: 'editor' },
    api: 'images',
    method: 'put',
    path,
    summary: 'Set the default of a folder',
    description:
      'Uploads into the folder and those below it that do not say `visibility` or `metadata` get these from now on, ' +
      'unless a nearer folder has a default. Images that are there stay as they are. Up to 1,000 folders can have a default.',
    access: 'key',
    scope: 'images:write',
    body: json(putFolderDefaultBodySchema, examples.putFolderDefaultBody),
    responses: {
      200: {
        description: 'The default as it is now, with the path as it is stored.',
        body: json(putFolderDefaultBodySchema, examples.putFolderDefaultBody),
      },
    },
    errors: {
      400: invalid('visibility', 'unknown-choice', 'must be `public`, `unlisted` or `private`'),
      409: {
        code: 'folder-default-limit-reached',
        detail: 'No more than 1000 folders can have a default.',
      },
      413: usual,
      415: usual,
    },
  },
] as const satisfies readonly Operation[];
