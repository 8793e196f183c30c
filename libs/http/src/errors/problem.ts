import type { ServerResponse } from 'node:http';
import type { AccessError } from '@cairn/access';
import { titleOf, type Problem } from '@cairn/api-schema';
import type { FailedWorkNotFound } from '@cairn/composition';
import type { ImageError } from '@cairn/images';
import type { NotInTrash, UserJobLimitReached, UserJobNotFound } from '@cairn/kernel';
import type { MapError } from '@cairn/maps';
import type { PhotoPlaceError } from '@cairn/photo-places';
import type {
  WebhookDeliveryNotFound,
  WebhookLimitReached,
  WebhookNotFound,
  WebhooksHeld,
} from '@cairn/webhooks';
import type { ForeignDialect } from '@cairn/api-schema';
import { failureIn } from '../dialects/upload-dialects.js';
import type { Failure } from './failure.js';
import { closeAfterResponse } from '../bodies/discard-body.js';
import type { RequestContext } from '../messages/request-context.js';
import { spaceStatuses } from './space-statuses.js';

/** The codes of the kernel's errors, which can occur in every API. */
export type KernelCode = 'invalid-input' | 'storage-unavailable' | 'storage-full';

/** The HTTP statuses of the errors of the image, map, key, account and administration API and the hosted files. */
export const problemStatuses: Readonly<
  Record<
    | ImageError['code']
    | AccessError['code']
    | MapError['code']
    | PhotoPlaceError['code']
    | FailedWorkNotFound['code']
    | NotInTrash['code']
    | (WebhookNotFound | WebhookDeliveryNotFound | WebhookLimitReached | WebhooksHeld)['code']
    | UserJobNotFound['code']
    | UserJobLimitReached['code']
    | KernelCode,
    number
  >
> = {
  ...spaceStatuses,
  'invalid-input': 400,
  'invalid-key': 401,
  'invalid-token': 401,
  'invalid-upload-token': 401,
  'invalid-credentials': 401,
  'invalid-passkey': 401,
  'invalid-challenge': 403,
  'no-password': 403,
  'passkey-copied': 403,
  'identity-unknown': 403,
  'setup-needed': 403,
  'sign-in-not-recent': 403,
  'scope-missing': 403,
  'access-forbidden': 403,
  'wrong-password': 403,
  'invalid-invite': 403,
  'invalid-password-reset': 403,
  'image-not-found': 404,
  'album-not-found': 404,
  'not-in-trash': 404,
  'contribution-not-found': 404,
  'file-not-found': 404,
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
  'failed-work-not-found': 404,
  'job-not-found': 404,
  'job-limit-reached': 409,
  'signing-key-not-found': 404,
  'preset-not-found': 404,
  'map-not-found': 404,
  'map-layer-not-found': 404,
  'map-layer-gone': 404,
  'map-changed': 412,
  'map-exists': 409,
  'map-limit-reached': 409,
  'map-picture-failed': 503,
  'map-pictures-not-installed': 501,
  'webhook-not-found': 404,
  'webhook-delivery-not-found': 404,
  'webhook-limit-reached': 409,
  'webhooks-held': 409,
  'photo-space-not-found': 404,
  'photo-space-limit-reached': 409,
  'quota-exceeded': 409,
  'upload-expired': 409,
  'album-by-query': 409,
  'album-full': 409,
  'link-full': 409,
  'folder-default-limit-reached': 409,
  'signing-key-exists': 409,
  'signing-key-limit-reached': 409,
  'preset-read-only': 409,
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
  'file-too-large': 413,
  'unsupported-image-type': 415,
  'undecodable-image': 422,
  'too-many-pixels': 422,
  'transform-refused': 403,
  unrenderable: 422,
  'render-timeout': 422,
  'address-taken': 500,
  'blob-not-found': 500,
  'key-exists': 500,
  'renderer-busy': 503,
  'render-cancelled': 499, // as in nginx: the client that would see it has disconnected
  'storage-unavailable': 503,
  'storage-full': 507,
};

/**
 * Sends a problem document (RFC 9457), with what the client of a dialect reads. If a response was already started, closes
 * the connection instead.
 */
export function sendProblem(
  response: ServerResponse,
  failure: Failure,
  { id, dialect }: Pick<RequestContext, 'id'> & { readonly dialect?: ForeignDialect | undefined },
): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  closeAfterResponse(response);
  const body = Buffer.from(
    JSON.stringify({ ...problemOf(failure, id), ...(dialect && failureIn(dialect, failure.detail)) }),
  );
  response.writeHead(failure.status, problemHeaders(failure, body.length));
  response.end(body);
}

/** The problem document of a failure. */
export function problemOf(failure: Failure, requestId: string): Problem {
  return {
    type: `urn:cairn:problem:${failure.code}`,
    title: titleOf(failure.code),
    status: failure.status,
    detail: failure.detail,
    instance: `urn:cairn:request:${requestId}`,
    code: failure.code,
    requestId,
    ...(failure.faults && { errors: [...failure.faults] }),
    ...failure.facts,
  };
}

/** The headers of a response with a problem document of `length` bytes. */
export function problemHeaders(
  { headers }: Failure,
  length: number,
): Readonly<Record<string, string | number>> {
  return {
    ...headers,
    'Content-Type': 'application/problem+json',
    'Content-Length': length,
    'Cache-Control': 'no-store',
  };
}
