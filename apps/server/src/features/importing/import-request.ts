import type { IncomingMessage } from 'node:http';
import { featureSequenceTypes } from '@cairn/api-schema';
import { InvalidInput } from '@cairn/kernel';
import type { HubParameters } from '../query/hub-parameters.js';

/** The media type of progress that is sent line by line. */
export const PROGRESS = 'application/x-ndjson';

const SEQUENCES = new Set(featureSequenceTypes);

/**
 * Whether features are imported in chunks, however many there are: on lines and in records, and where progress is asked for.
 * @throws {InvalidInput} where they are to be one transaction as well.
 */
export function isImport(request: IncomingMessage, parameters: HubParameters): boolean {
  if (!isSequence(request) && !wantsProgress(request)) return false;
  if (parameters.flag('transactional') !== true) return true;
  throw InvalidInput.of(
    'not-transactional',
    '`transactional` must not be `true`: an import is written in chunks of one transaction each.',
  );
}

/** Whether the caller wants lines that tell how far an import is. */
export function wantsProgress({ headers: { accept = '' } }: IncomingMessage): boolean {
  return accept.split(',').some((type) => mediaTypeOf(type) === PROGRESS);
}

const isSequence = ({ headers }: IncomingMessage): boolean =>
  SEQUENCES.has(mediaTypeOf(headers['content-type'] ?? ''));

/** A media type without its parameters. */
export function mediaTypeOf(header: string): string {
  return (header.split(';', 1)[0] ?? '').trim().toLowerCase();
}
