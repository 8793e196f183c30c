import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import { FeatureRules, WriteFeatures, type WriteRule } from '@cairn/spaces';
import type { BodyMemory } from '../../http/body/body-memory.js';
import { readBytes } from '../../http/body/read-bytes.js';
import { entityTag } from '../../http/entity-tags.js';
import { compressed } from '../../http/responses/compressed.js';
import type { OperationHandler, OperationRequest } from '../../http/routing/request-router.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { writeError } from '../feature-errors.js';
import type { HubParameters } from '../query/hub-parameters.js';
import { readAll } from '../query/read-all.js';
import { assertHeadOfMain } from '../query/version-reference.js';
import { parametersOf } from '../reading/query-request.js';
import { featureBody, MODIFICATION_LIST, type FeatureSource } from './feature-body.js';
import { modificationList } from './modification-list.js';
import { parseTagChange, parseWriteRule } from './write-rule.js';
import { sendWritten } from './write-response.js';

export interface WriteOptions {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly memory: BodyMemory;
  /** Of a body, decompressed. */
  readonly maxBytes: number;
}

/** Writes many features at once. */
export function writeHandlers(options: WriteOptions): Readonly<Record<string, OperationHandler>> {
  const { application, hubCallers, memory } = options;
  const write = application.get(WriteFeatures);
  const { limits } = application.get(FeatureRules);

  const respond = async (given: OperationRequest, source: FeatureSource, onFailure: 'rollback' | 'skip') => {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const { pointerOf, features } = source;
    const parameters = parametersOf(given);
    const isSilent = request.headers.accept === 'application/x-empty';
    const caller = hubCallers.of(request);
    const result = await write
      .execute(caller, spaceId, {
        ...{ features, onFailure, returning: isSilent ? 'ids' : 'texts' },
        prefixId: parameters.text('prefixId'),
        detectConflicts: parameters.flag('conflictDetection'),
      })
      .catch((error: unknown) => {
        throw writeError(error, pointerOf);
      });
    if (isSilent) {
      response.writeHead(204).end();
      return;
    }
    const tag = entityTag(spaceId, result.version, 'write');
    await sendWritten(response, { result, tag, pointerOf });
  };

  const bytesOf = ({ request, response }: OperationRequest): AsyncIterable<Buffer> =>
    readBytes(request, {
      maxBytes: bodyLimit(request.headers['x-upload-content-length-limit'], options.maxBytes),
      memory: memory.hold(response),
    });

  return {
    putFeatures: compressed(async (given) => {
      const parameters = parametersOf(given);
      const { tags } = readAll({
        tags: () => parseTagChange(parameters),
        version: () => assertHeadOfMain(parameters),
      });
      const rule: WriteRule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error', ...tags };
      await respond(given, featureBody(bytesOf(given), { rule, limits }), onFailureOf(parameters));
    }),

    postFeatures: compressed(async (given) => {
      const parameters = parametersOf(given);
      const { rule } = readAll({
        rule: () => parseWriteRule(parameters),
        version: () => assertHeadOfMain(parameters),
      });
      const bytes = bytesOf(given);
      const source = isModificationList(given.request.headers['content-type'])
        ? modificationList(bytes, { tags: parseTagChange(parameters), limits, maxBytes: options.maxBytes })
        : featureBody(bytes, { rule, limits });
      await respond(given, source, onFailureOf(parameters));
    }),
  };
}

function onFailureOf(parameters: HubParameters): 'rollback' | 'skip' {
  return parameters.flag('transactional') === false ? 'skip' : 'rollback';
}

const isModificationList = (type = ''): boolean =>
  type.split(';', 1)[0]?.trim().toLowerCase() === MODIFICATION_LIST;

/** The limit for a body, which a client may lower. @throws {HttpError} 400 for what is no number. */
export function bodyLimit(sent: string | string[] | undefined, most: number): number {
  if (sent === undefined) return most;
  const wanted = typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : NaN;
  if (wanted >= 0) return Math.min(wanted, most);
  throw InvalidInput.of('invalid-limit', '`X-Upload-Content-Length-Limit` must be a number of bytes.');
}
