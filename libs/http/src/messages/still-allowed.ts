import type { IncomingMessage } from 'node:http';
import { requestContextOf, type Admission } from './request-context.js';

/** An admission counts as confirmed for this long if nothing is stored, or if the whole body had arrived before it. */
const HOLDS_MS = 1_000;

/** Keeps the function that checks again whether the caller may make the request. */
export function noteAdmission(request: IncomingMessage, again: Admission['again']): void {
  const { complete: hadWholeBody } = request;
  requestContextOf(request).admission = { again, hadWholeBody, checkedAt: performance.now() };
}

/**
 * Call this before storing what a request has sent: a key, a grant or a session may have ended while the body arrived.
 * Does not check again if the whole body had arrived when the caller was admitted a moment ago.
 * @throws the error for a caller who may no longer make the request.
 */
export async function assertStillAllowed(request: IncomingMessage): Promise<void> {
  const { admission } = requestContextOf(request);
  if (admission === undefined || (admission.hadWholeBody && !isOld(admission))) return;
  await askAgain(admission);
}

/**
 * Before more of a response is sent, checks the caller's right again if the last check is over a second ago;
 * `undefined` if no check is needed.
 */
export function assertMayGoOn(request: IncomingMessage): Promise<void> | undefined {
  const { admission } = requestContextOf(request);
  return admission !== undefined && isOld(admission) ? askAgain(admission) : undefined;
}

const isOld = ({ checkedAt }: Admission): boolean => performance.now() - checkedAt > HOLDS_MS;

async function askAgain(admission: Admission): Promise<void> {
  await admission.again();
  admission.checkedAt = performance.now();
}
