import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { restoreFeaturesBodySchema, restoredFeaturesSchema } from './space-trash.js';

/** The operations on what was deleted from a space. */
export const spaceTrashOperations: readonly Operation[] = [
  {
    id: 'restoreFeatures',
    api: 'spaces',
    method: 'post',
    path: '/hub/spaces/{spaceId}/trash/restore',
    summary: 'Restore deleted features',
    description:
      'It takes the right `deleteFeatures`. A feature whose identifier exists again is not replaced. After 10,000 features the request ends and a job goes on.',
    access: 'optional',
    scope: 'spaces:write',
    parameters: { spaceId: { description: 'Identifier of the space.', example: examples.spaceRecord.id } },
    body: json(restoreFeaturesBodySchema, { deletion: 'Zk3vQ9xTb1mLr7sYw2nCdE' }),
    responses: {
      200: {
        description: 'What was restored, and what was not.',
        body: json(restoredFeaturesSchema, {
          restored: 41,
          left: 1,
          failures: [{ id: 'Q1', code: 'feature-exists' }],
          isContinued: false,
        }),
      },
    },
    errors: [400, 403, 404, 405, 413, 415, 428],
  },
];
