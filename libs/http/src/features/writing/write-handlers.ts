import type { Application } from '@cairn/composition';
import { InvalidInput } from '@cairn/kernel';
import { FeatureRules, WriteFeatures, type WriteRule } from '@cairn/spaces';
import type { BodyMemory } from '../../bodies/body-memory.js';
import { BodyTooLarge } from '../../bodies/body-too-large.js';
import { decodedBytes } from '../../bodies/decoded-bytes.js';
import { limitedBytes, readBytes } from '../../bodies/read-bytes.js';
import { RereadableBytes } from '../../bodies/rereadable-bytes.js';
import { entityTag } from '../../messages/entity-tags.js';
import { compressed } from '../../responses/compressed.js';
import type { OperationHandler, OperationRequest } from '../../routing/operation-handler.js';
import type { HubCallers } from '../../spaces/hub-callers.js';
import { writeError } from '../reading/feature-errors.js';
import type { FeatureImports, Import } from '../importing/feature-imports.js';
import { mediaTypeOf } from '../../messages/media-type.js';
import { isImport } from '../importing/import-request.js';
import { assertWritableContext } from '../query/context.js';
import { assertNoDryRun } from '../query/dry-run.js';
import type { HubParameters } from '../query/hub-parameters.js';
import { collectFaults } from '../query/collect-faults.js';
import { assertHeadOfMain } from '../query/version-reference.js';
import { parametersOf } from '../reading/query-request.js';
import { assertNoPrecondition } from '../query/no-precondition.js';
import { atMost, featureBody, MODIFICATION_LIST, type FeatureSource } from './feature-body.js';
import { modificationList } from './modification-list.js';
import { parseTagChange, parseWriteRule } from './write-rule.js';
import { sendWritten } from './write-response.js';

export interface WriteOptions {
  readonly application: Pick<Application, 'get'>;
  readonly hubCallers: HubCallers;
  readonly memory: BodyMemory;
  /** Limits the decompressed body. */
  readonly maxBytes: number;
}

interface Options extends WriteOptions {
  /** More need an import: a write is one transaction, and others may have to wait for it. */
  readonly maxFeatures: number;
  readonly imports: FeatureImports;
}

/** Writes many features at once. */
export function writeHandlers(options: Options): Readonly<Record<string, OperationHandler>> {
  const { application, hubCallers, memory, imports, maxFeatures } = options;
  const write = application.get(WriteFeatures);
  const { limits } = application.get(FeatureRules);

  const respond = async (given: OperationRequest, source: FeatureSource): Promise<void> => {
    const { request, response, params } = given;
    const { spaceId = '' } = params;
    const { pointerOf, features } = source;
    const parameters = parametersOf(given);
    const isSilent = request.headers.accept === 'application/x-empty';
    const caller = hubCallers.of(request);
    const result = await write
      .execute(caller, spaceId, {
        features: atMost(features, maxFeatures),
        returning: isSilent ? 'ids' : 'texts',
        onFailure: isPartial(parameters) ? 'skip' : 'rollback',
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

  const limitOf = ({ request }: OperationRequest, most: number): number =>
    bodyLimit(request.headers[LIMIT_HEADER], most);

  const bytesOf = (given: OperationRequest) =>
    readBytes(given.request, {
      maxBytes: limitOf(given, options.maxBytes),
      memory: memory.hold(given.response),
    });

  const importAll = async (given: OperationRequest, wanted: Import): Promise<void> => {
    const bytes = limitedBytes(given.request, wanted.bytes, limitOf(given, Infinity));
    await imports.run(given, { ...wanted, bytes });
  };

  const writeAtOnce: Answer = (given, rule, bytes) => respond(given, featureBody(bytes, { rule, limits }));

  const writeOrImport: Answer = async (given, rule, decoded) => {
    const bytes = new RereadableBytes(decoded, memory.hold(given.response));
    try {
      await writeAtOnce(given, rule, limitedBytes(given.request, bytes.first(), options.maxBytes));
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      await importAll(given, { rule, bytes: bytes.again(), assumesType: true });
    } finally {
      await bytes.close();
    }
  };

  /** Writes features in one transaction, or imports them. */
  const answer = async (given: OperationRequest, rule: WriteRule): Promise<void> => {
    const { request } = given;
    const parameters = parametersOf(given);
    const hasOwnLimit = request.headers[LIMIT_HEADER] !== undefined;
    if (isImport(request, parameters)) await importAll(given, { rule, bytes: decodedBytes(request) });
    else if (isPartial(parameters) && !hasOwnLimit) await writeOrImport(given, rule, decodedBytes(request));
    else
      await writeAtOnce(given, rule, bytesOf(given)).catch((error: unknown) => {
        throw error instanceof BodyTooLarge && !hasOwnLimit
          ? new BodyTooLarge(error.fact, HOW_TO_IMPORT)
          : error;
      });
  };

  return {
    putFeatures: compressed(async (given) => {
      const parameters = parametersOf(given);
      const { rule } = collectFaults({
        rule: () => parseWriteRule(parameters, 'replace'),
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        dryRun: () => assertNoDryRun(parameters),
        precondition: () => assertNoPrecondition(given.request),
        transactional: () => isPartial(parameters) || isImport(given.request, parameters),
        conflictDetection: () => parameters.flag('conflictDetection'),
      });
      await answer(given, rule);
    }),

    postFeatures: compressed(async (given) => {
      const { request } = given;
      const parameters = parametersOf(given);
      const isList = mediaTypeOf(request.headers['content-type'] ?? '') === MODIFICATION_LIST;
      const { rule } = collectFaults({
        rule: () => parseWriteRule(parameters),
        version: () => assertHeadOfMain(parameters),
        context: () => assertWritableContext(parameters),
        dryRun: () => assertNoDryRun(parameters),
        precondition: () => assertNoPrecondition(request),
        transactional: () => isPartial(parameters) || (!isList && isImport(request, parameters)),
        conflictDetection: () => parameters.flag('conflictDetection'),
      });
      if (!isList) {
        await answer(given, rule);
        return;
      }
      const list = { tags: parseTagChange(parameters), limits, maxBytes: options.maxBytes };
      await respond(given, modificationList(bytesOf(given), list));
    }),
  };
}

type Answer = (
  given: OperationRequest,
  rule: WriteRule,
  bytes: AsyncGenerator<Buffer, void, undefined>,
) => Promise<void>;

const LIMIT_HEADER = 'x-upload-content-length-limit';

const HOW_TO_IMPORT =
  'send it in parts, or import it: with `transactional=false`, or a feature on each line as `application/x-ndjson`';

/** Whether valid features are written even if others fail. */
const isPartial = (parameters: HubParameters): boolean => parameters.flag('transactional') === false;

/** The size limit of a body, which a client may lower. @throws {HttpError} 400 for an invalid number. */
export function bodyLimit(sent: string | string[] | undefined, most: number): number {
  if (sent === undefined) return most;
  const wanted = typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : NaN;
  if (wanted >= 0) return Math.min(wanted, most);
  throw InvalidInput.of('invalid-limit', '`X-Upload-Content-Length-Limit` must be a number of bytes.');
}
