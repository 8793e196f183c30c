import { StorageFull } from '@cairn/kernel';
import type { Logger } from 'pino';

/** Logs why a request failed. A full disk is not a bug, so it is logged without a stack trace. */
export function logFailure(log: Logger, requestId: string, error: unknown): void {
  if (error instanceof StorageFull) log.error({ requestId }, error.message);
  else log.error({ requestId, err: error }, 'request failed');
}
