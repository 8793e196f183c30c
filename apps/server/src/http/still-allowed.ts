import type { IncomingMessage } from 'node:http';
import { requestContextOf, type Admission } from './request-context.js';

/** For so long what was found is taken to hold where nothing is stored, or all that is to be stored was there. */
const HOLDS_MS = 1_000;

/** Keeps how to ask again whether the caller may do what was begun. */
export function noteAdmission(request: IncomingMessage, again: Admission['again']): void {
  const { complete: hadWholeBody } = request;
  requestContextOf(request).admission = { again, hadWholeBody, checkedAt: performance.now() };
}

/**
 * To be called before what a request has sent is stored: a key may have been revoked, a grant taken or a session ended
 * while it came. Asks nothing anew where all of it had come when the caller was let in a moment ago.
 * @throws what such a caller is refused with.
 */
export async function assertStillAllowed(request: IncomingMessage): Promise<void> {
  const { admission } = requestContextOf(request);
  if (admission === undefined || (admission.hadWholeBody && !isOld(admission))) return;
  await askAgain(admission);
}

/** What of an answer is still to be sent needs the right again after a second: `undefined` where it does not. */
export function assertMayGoOn(request: IncomingMessage): Promise<void> | undefined {
  const { admission } = requestContextOf(request);
  return admission !== undefined && isOld(admission) ? askAgain(admission) : undefined;
}

const isOld = ({ checkedAt }: Admission): boolean => performance.now() - checkedAt > HOLDS_MS;

async function askAgain(admission: Admission): Promise<void> {
  await admission.again();
  admission.checkedAt = performance.now();
}
