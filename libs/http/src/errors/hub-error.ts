import type { ServerResponse } from 'node:http';
import type { AccessError } from '@cairn/access';
import { hubErrorBody } from '@cairn/api-schema';
import type { NotInTrash } from '@cairn/kernel';
import type { SpaceError } from '@cairn/spaces';
import type { Failure } from './failure.js';
import type { KernelCode } from './problem.js';
import { spaceStatuses } from './space-statuses.js';
import { closeAfterResponse } from '../bodies/discard-body.js';
import type { RequestContext } from '../messages/request-context.js';
import { INPUT_SIZE, OUTPUT_SIZE } from '../messages/size-headers.js';

/** The HTTP statuses of the errors of the spaces API. */
export const hubStatuses: Readonly<
  Record<SpaceError['code'] | AccessError['code'] | NotInTrash['code'] | KernelCode, number>
> = {
  ...spaceStatuses,
  'invalid-input': 400,
  'invalid-key': 401,
  'invalid-token': 401,
  'invalid-upload-token': 401,
  'invalid-credentials': 401,
  'invalid-passkey': 401,
  'scope-missing': 403,
  'access-forbidden': 403,
  'wrong-password': 403,
  'invalid-invite': 403,
  'invalid-password-reset': 403,
  'invalid-challenge': 403,
  'no-password': 403,
  'passkey-copied': 403,
  'identity-unknown': 403,
  'setup-needed': 403,
  'sign-in-not-recent': 403,
  'not-in-trash': 404,
  'account-not-found': 404,
  'key-not-found': 404,
  'user-not-found': 404,
  'session-not-found': 404,
  'link-not-found': 404,
  'upload-token-not-found': 404,
  'grant-not-found': 404,
  'group-not-found': 404,
  'link-password-needed': 401,
  'contribution-refused': 403,
  'invite-not-found': 404,
  'identity-not-found': 404,
  'passkey-not-found': 404,
  'last-admin-key': 409,
  'last-owner': 409,
  'account-has-user': 409,
  'account-needs-owner': 409,
  'grant-limit-reached': 409,
  'group-limit-reached': 409,
  'link-limit-reached': 409,
  'upload-token-limit-reached': 409,
  'upload-token-used-up': 409,
  'key-limit-reached': 409,
  'user-exists': 409,
  'identity-taken': 409,
  'passkey-exists': 409,
  'last-sign-in': 409,
  'key-exists': 500,
  'storage-unavailable': 503,
  'storage-full': 507,
};

/** Sends an error in the format of XYZ Hub. If a response was already started, closes the connection instead. */
export function sendHubError(
  response: ServerResponse,
  failure: Failure,
  { id: streamId, operation, bodyLength }: Pick<RequestContext, 'id' | 'operation' | 'bodyLength'>,
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  closeAfterResponse(response);
  const body = Buffer.from(JSON.stringify(hubErrorBody(failure, { operation, streamId })));
  // At addresses without an operation XYZ Hub sends no charset, because another component of it answers there.
  const isElsewhere = failure.status === 404 && operation === undefined;
  response.writeHead(failure.status, {
    ...failure.headers,
    'Content-Type': isElsewhere ? 'application/json' : 'application/json; charset=utf-8',
    'Content-Length': body.length,
    [OUTPUT_SIZE]: body.length,
    ...(bodyLength !== undefined && { [INPUT_SIZE]: bodyLength }),
  });
  response.end(body);
}
