import { restoreFeaturesBodySchema, type RestoredFeaturesRecord } from '@cairn/api-schema';
import { RestoreFeatures } from '@cairn/spaces';
import { compressed } from '../../responses/compressed.js';
import { readJson } from '../../bodies/json-body.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';

/** How many failures an answer has. */
const MOST_LISTED = 100;

/** The features and spaces in the trash. */
export function spaceTrashHandlers({ application, hubCallers: callers }: HttpServices): OperationHandlers {
  const restoreFeatures = application.get(RestoreFeatures);

  return {
    restoreFeatures: compressed(
      async ({ request, response, params: { spaceId = '' } }): Promise<RestoredFeaturesRecord> => {
        const { deletion: entry, features: ids } = await readJson(
          request,
          response,
          restoreFeaturesBodySchema,
        );
        const caller = callers.of(request);
        const { restored, failed, isStopped } = await restoreFeatures.execute(caller, spaceId, {
          entry,
          ids,
        });
        const failures = failed.slice(0, MOST_LISTED).map(({ id = '', reason: code }) => ({ id, code }));
        return { restored, left: failed.length, failures, isContinued: isStopped };
      },
    ),
  };
}
