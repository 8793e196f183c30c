import { featureRoutes } from './spaces/feature-routes.js';
import type { HttpServices } from '../http-services.js';
import type { OperationHandlers } from '../routing/operation-handler.js';
import { accountHandlers } from './access/account-handlers.js';
import { identityHandlers } from './access/identity-handlers.js';
import { keyHandlers } from './access/key-handlers.js';
import { passkeyHandlers } from './access/passkey-handlers.js';
import { passwordResetHandlers } from './access/password-reset-handlers.js';
import { sessionHandlers } from './access/session-handlers.js';
import { userHandlers } from './access/user-handlers.js';
import { albumHandlers } from './images/album-handlers.js';
import { bulkHandlers } from './images/bulk-handlers.js';
import { folderDefaultHandlers } from './images/folder-default-handlers.js';
import { galleryHandlers } from './images/gallery-handlers.js';
import { imageHandlers } from './images/image-handlers.js';
import { knownFileHandlers } from './images/known-file-handlers.js';
import { lookAlikeHandlers } from './images/look-alike-handlers.js';
import { photoSpaceHandlers } from './images/photo-space-handlers.js';
import { presetHandlers } from './images/preset-handlers.js';
import { signingKeyHandlers } from './images/signing-key-handlers.js';
import { imageUploadHandlers } from './images/image-upload-handlers.js';
import { uploadTokenHandlers } from './images/upload-token-handlers.js';
import { uploadHandlers } from './images/upload-handlers.js';
import { userJobHandlers } from './images/user-job-handlers.js';
import { mapHandlers } from './maps/map-handlers.js';
import { administrationHandlers } from './service/administration-handlers.js';
import { activityHandlers } from './service/activity-handlers.js';
import { auditHandlers } from './service/audit-handlers.js';
import { documentHandlers } from './service/document-handlers.js';
import { eventHandlers } from './service/event-handlers.js';
import { groundHandlers } from './service/ground-handlers.js';
import { healthHandlers } from './service/health-handlers.js';
import { trashHandlers } from './service/trash-handlers.js';
import { webhookHandlers } from './service/webhook-handlers.js';
import { contributionHandlers } from './sharing/contribution-handlers.js';
import { grantHandlers } from './sharing/grant-handlers.js';
import { groupHandlers } from './sharing/group-handlers.js';
import { linkHandlers } from './sharing/link-handlers.js';
import { mapPageHandlers } from './sharing/map-page-handlers.js';
import { oembedHandlers } from './sharing/oembed-handlers.js';
import { sharedHandlers } from './sharing/shared-handlers.js';
import { sharedPageHandlers } from './sharing/shared-page-handlers.js';
import { spaceHandlers } from './spaces/space-handlers.js';
import { spaceTrashHandlers } from './spaces/space-trash-handlers.js';

const parts = [
  ...[imageUploadHandlers, uploadTokenHandlers],
  ...[imageHandlers, uploadHandlers, knownFileHandlers, galleryHandlers, lookAlikeHandlers],
  ...[bulkHandlers, userJobHandlers, albumHandlers],
  ...[folderDefaultHandlers, photoSpaceHandlers, presetHandlers, signingKeyHandlers, trashHandlers],
  ...[linkHandlers, sharedHandlers, sharedPageHandlers, contributionHandlers],
  ...[mapPageHandlers, oembedHandlers, grantHandlers, groupHandlers],
  ...[spaceHandlers, spaceTrashHandlers, featureRoutes, mapHandlers],
  ...[keyHandlers, accountHandlers, userHandlers, sessionHandlers, passwordResetHandlers],
  ...[identityHandlers, passkeyHandlers, webhookHandlers, eventHandlers, auditHandlers, activityHandlers],
  ...[administrationHandlers, healthHandlers, documentHandlers, groundHandlers],
];

/** The handlers of all operations. */
export function createHandlers(services: HttpServices): OperationHandlers {
  return Object.fromEntries(parts.flatMap((handlersOf) => Object.entries(handlersOf(services))));
}
