import type { IncomingMessage } from 'node:http';
import { featureSequenceTypes } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import type { RepeatedIds } from '@cairn/spaces';
import { mediaTypeOf } from '../../messages/media-type.js';
import { wantsProgress } from '../../responses/progress-lines.js';
import type { HubParameters } from '../query/hub-parameters.js';

const SEQUENCES = new Set(featureSequenceTypes);

/**
 * Whether features are imported in chunks, whatever their number: for JSON lines and records, and when progress is
 * requested.
 * @throws {InvalidInput} if one transaction is requested as well.
 */
export function isImport(request: IncomingMessage, parameters: HubParameters): boolean {
  if (!isSequence(request) && !wantsProgress(request)) return false;
  if (parameters.flag('transactional') !== true) return true;
  throw InvalidInput.of(
    'not-transactional',
    '`transactional` must not be `true`: an import is written in chunks of one transaction each.',
  );
}

const isSequence = ({ headers }: IncomingMessage): boolean =>
  SEQUENCES.has(mediaTypeOf(headers['content-type'] ?? ''));

const repeatedIds: readonly RepeatedIds[] = ['last', 'number', 'stop'];

/** @throws {InvalidInput} */
export function parseRepeatedIds(parameters: HubParameters): RepeatedIds | undefined {
  const given = parameters.text('repeatedIds');
  const word = repeatedIds.find((each) => each === given?.toLowerCase());
  if (word !== undefined || given === undefined) return word;
  const detail = `\`repeatedIds\` must be one of ${repeatedIds.join(', ')}.`;
  throw InvalidInput.of('unknown-word', detail, '/repeatedIds');
}
