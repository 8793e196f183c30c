import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import { DeleteFeatures, EraseFeatures, ReadFeatures } from '@cairn/spaces';
import type { OperationHandler } from '../../http/routing/request-router.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { assertWritableContext } from '../query/context.js';
import { parseIds } from '../query/ids.js';
import { collectFaults } from '../query/collect-faults.js';
import { parseTagFilter } from '../query/tag-filter.js';
import { assertHeadOfMain } from '../query/version-reference.js';
import { assertNoDryRun } from '../query/dry-run.js';
import { assertNoPrecondition } from './no-precondition.js';
import { GEOJSON } from '../reading/feature-response.js';
import { parametersOf } from '../reading/query-request.js';

interface Options {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
}

/** Clients send this instead of ids or tags to select all features. */
const EVERYTHING = '*';

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
      const [choice, tags] = [parseIds(parameters), parseTagFilter(parameters.sent('tags'))];
      const erases = parameters.flag('eraseContent') === true;
      collectFaults({
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        dryRun: () => assertNoDryRun(parameters),
        precondition: () => assertNoPrecondition(request),
        id: () => {
          const given = [erases, !choice.isEmpty, tags !== undefined].filter(Boolean).length;
          if (given === 1) return;
          const code = given === 0 ? 'required' : 'ambiguous';
          throw InvalidInput.of(code, 'Give either `id`, or `tags`, or `eraseContent=true`.');
        },
      });
      const isAll = erases || [choice.only, parameters.text('tags')].includes(EVERYTHING);
      if (isAll || choice.isEmpty) {
        await erase.execute(caller, spaceId, isAll ? undefined : tags);
        response.writeHead(204).end();
        return;
      }
      const ids = await choice.resolve((some) => read.execute(caller, spaceId, some));
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
