import { json } from '../content.js';
import { examples } from '../examples/examples.js';
import type { Operation } from '../operation.js';
import { restoreFeaturesBodySchema, restoredFeaturesSchema } from './space-trash.js';
import { invalid, usual } from '../error-example.js';
import { space } from '../error-cases.js';

/** The operations on what was deleted from a space. */
export const spaceTrashOperations = [
  {
    id: 'restoreFeatures',
    reach: 'spaces',
    repeatable: true,
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
    errors: {
      400: invalid('deletion', 'invalid-type', 'is missing'),
      403: { code: 'space-forbidden', detail: 'This needs the right `deleteFeatures` on the space.' },
      404: space,
      405: usual,
      413: usual,
      415: usual,
      428: usual,
    },
  },
] as const satisfies readonly Operation[];
