import type { IncomingMessage } from 'node:http';
import { InvalidInput } from '@cairn/kernel';

const HEADERS = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'] as const;

/**
 * Rejects preconditions on writes of many features: they are not evaluated, so the write would run even if they fail.
 * @throws {InvalidInput}
 */
export function assertNoPrecondition({ headers }: Pick<IncomingMessage, 'headers'>): void {
  const given = HEADERS.find((name) => headers[name.toLowerCase()] !== undefined);
  if (given === undefined) return;
  throw InvalidInput.of(
    'unsupported-precondition',
    `\`${given}\` is for one feature, at \`…/features/{id}\`. For many, send their versions with \`conflictDetection=true\`.`,
  );
}
