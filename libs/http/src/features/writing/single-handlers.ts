import {
  type Caller,
  DeleteFeatures,
  FeatureRules,
  NAMESPACE,
  ReadFeatures,
  WriteFeatures,
  type WriteRule,
} from '@cairn/spaces';
import { readBytes } from '../../bodies/read-bytes.js';
import type { OperationHandler, OperationRequest } from '../../routing/operation-handler.js';
import { weakTag } from '../../messages/entity-tags.js';
import { preconditionFailed, singleWriteError } from '../reading/feature-errors.js';
import { assertWritableContext } from '../query/context.js';
import { assertNoDryRun } from '../query/dry-run.js';
import { collectFaults } from '../query/collect-faults.js';
import { assertHeadOfMain } from '../query/version-reference.js';
import { type FeatureIdentity, featureTag, matchesFeature } from '../reading/content-tag.js';
import { sendGeoJson } from '../reading/feature-response.js';
import { parametersOf } from '../reading/query-request.js';
import { singleFeature } from './feature-body.js';
import type { WriteOptions } from './write-handlers.js';
import { parseTagChange } from './write-rule.js';

const START = `"${NAMESPACE}":{`;

/** The identity of a stored feature, read from its text: the service's members are the last in it. */
function storedIdentity(id: string, text: string): FeatureIdentity {
  const known = text.slice(text.lastIndexOf(START) + START.length);
  const number = (name: string): number => Number(new RegExp(`"${name}":(\\d+)`).exec(known)?.[1]);
  return {
    id,
    createdAt: number('createdAt'),
    updatedAt: number('updatedAt'),
    version: number('version'),
  };
}

/** Writes and deletes one feature. */
export function singleHandlers(options: WriteOptions): Readonly<Record<string, OperationHandler>> {
  const { application, hubCallers, memory, maxBytes } = options;
  const read = application.get(ReadFeatures);
  const write = application.get(WriteFeatures);
  const remove = application.get(DeleteFeatures);
  const { limits } = application.get(FeatureRules);

  /** The version that the stored feature must still have. @throws {HttpError} 412 */
  const expectedVersion = async ({ request, params }: OperationRequest, caller: Caller, id: string) => {
    const { 'if-match': header } = request.headers;
    if (header === undefined) return undefined;
    const { spaceId = '' } = params;
    const [feature] = await read.execute(caller, spaceId, [id]);
    if (feature === undefined) throw preconditionFailed(`There is no feature with the id '${id}'.`);
    if (matchesFeature(header, spaceId, feature)) return feature.version;
    throw preconditionFailed(`The feature '${id}' has changed since: it has version ${feature.version}.`);
  };

  const writing =
    (common: WriteRule, idInText?: 'same'): OperationHandler =>
    async (given) => {
      const { request, response, params } = given;
      const { spaceId = '', featureId = '' } = params;
      const parameters = parametersOf(given);
      const { tags, detectConflicts } = collectFaults({
        tags: () => parseTagChange(parameters),
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        dryRun: () => assertNoDryRun(parameters),
        detectConflicts: () => parameters.flag('conflictDetection'),
      });
      const caller = hubCallers.of(request);
      const prefixId = parameters.text('prefixId');
      const id = (prefixId ?? '') + featureId;
      const ifVersion = await expectedVersion(given, caller, id);
      const isNew = request.headers['if-none-match'] === '*';
      const rule: WriteRule = { ...common, ...tags, ...(isNew && { onExists: 'error' }) };
      const isSilent = request.headers.accept === 'application/x-empty';
      const features = singleFeature(readBytes(request, { maxBytes, memory: memory.hold(response) }), {
        rule,
        limits,
        id: featureId,
        idInText,
        ifVersion,
      });
      const result = await write
        .execute(caller, spaceId, {
          features,
          prefixId,
          onFailure: 'rollback',
          returning: 'texts',
          detectConflicts,
        })
        .catch((error: unknown) => {
          throw singleWriteError(error, { id, isNew });
        });
      const [text] = result.features;
      if (text !== undefined)
        response.setHeader('ETag', weakTag(featureTag(spaceId, storedIdentity(id, text))));
      if (isSilent || text === undefined) response.writeHead(204).end();
      else await sendGeoJson(response, text);
    };

  return {
    putFeature: writing({ onExists: 'replace', onNotExists: 'create', onConflict: 'error' }),
    patchFeature: writing({ onExists: 'patch', onNotExists: 'error', onConflict: 'error' }, 'same'),

    deleteFeature: async (given) => {
      const { request, response, params } = given;
      const { spaceId = '', featureId = '' } = params;
      const parameters = parametersOf(given);
      collectFaults({
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        dryRun: () => assertNoDryRun(parameters),
      });
      const caller = hubCallers.of(request);
      const ifVersion = await expectedVersion(given, caller, featureId);
      await remove
        .execute(caller, spaceId, { ids: [featureId], onNotExists: 'error', ifVersion })
        .catch((error: unknown) => {
          throw singleWriteError(error, { id: featureId });
        });
      response.writeHead(204).end();
    },
  };
}
