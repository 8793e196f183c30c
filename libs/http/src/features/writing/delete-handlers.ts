import type { Application } from '@cairn/composition';
import { DeleteFeatures, EraseFeatures, ReadFeatures } from '@cairn/spaces';
import type { OperationHandler } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { assertWritableContext } from '../query/context.js';
import { collectFaults } from '../query/collect-faults.js';
import { parseDeletion } from '../query/deletion.js';
import { assertHeadOfMain } from '../query/version-reference.js';
import { assertNoDryRun } from '../query/dry-run.js';
import { assertNoPrecondition } from '../query/no-precondition.js';
import { GEOJSON } from '../reading/feature-response.js';
import { parametersOf } from '../reading/query-request.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
}

/** Deletes many features at once. */
export function deleteHandlers({
  application,
  hubCallers,
}: Options): Readonly<Record<string, OperationHandler>> {
  const read = application.get(ReadFeatures);
  const remove = application.get(DeleteFeatures);
  const erase = application.get(EraseFeatures);
  return {
    deleteFeatures: async (given) => {
      const { request, response, params } = given;
      const { spaceId = '' } = params;
      const parameters = parametersOf(given);
      const caller = hubCallers.of(request);
      const { deletion } = collectFaults({
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        dryRun: () => assertNoDryRun(parameters),
        precondition: () => assertNoPrecondition(request),
        deletion: () => parseDeletion(parameters),
      });
      if (deletion.ids === undefined) {
        await erase.execute(caller, spaceId, deletion.filter);
        response.writeHead(204).end();
        return;
      }
      const ids = await deletion.ids.resolve((some) => read.execute(caller, spaceId, some));
      const { deleted } = await remove.execute(caller, spaceId, { ids, onNotExists: 'retain' });
      if (!showsDeleted(request.headers.accept)) {
        response.writeHead(204).end();
        return;
      }
      response.setHeader('Content-Type', GEOJSON);
      response.end(
        JSON.stringify({ type: 'FeatureCollection', features: [], ...(deleted.length > 0 && { deleted }) }),
      );
    },
  };
}

const showsDeleted = (accept = ''): boolean => /^application\/(?:geo\+)?json$/.test(accept);
