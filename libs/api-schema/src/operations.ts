import { accountOperations } from './access/account-operations.js';
import { auditOperations } from './access/audit-operations.js';
import { erasureOperations } from './access/erasure-operations.js';
import { administrationOperations } from './service/administration-operations.js';
import { albumOperations } from './images/album-operations.js';
import { sequence } from './content.js';
import { eventSchema, eventsQuerySchema } from './service/events.js';
import { examples } from './examples/examples.js';
import { fileImportOperations } from './features/file-import-operations.js';
import { featureReadOperations } from './features/feature-read-operations.js';
import { featureSummaryOperations } from './features/feature-summary-operations.js';
import { featureWriteOperations } from './features/feature-write-operations.js';
import { groundOperations } from './features/ground-operations.js';
import { uploadTokenOperations } from './access/upload-token-operations.js';
import { trashOperations } from './trash/trash-operations.js';
import { folderDefaultOperations } from './images/folder-default-operations.js';
import { galleryOperations } from './images/gallery-operations.js';
import { photoOperations } from './images/photo-operations.js';
import { mapLayerOperations } from './maps/map-layer-operations.js';
import { mapOperations } from './maps/map-operations.js';
import { lookAlikeOperations } from './images/look-alike-operations.js';
import { identityOperations } from './access/identity-operations.js';
import { fileOperations } from './images/file-operations.js';
import { imageOperations } from './images/image-operations.js';
import { knownFileOperations } from './images/known-file-operations.js';
import { grantOperations } from './access/grant-operations.js';
import { linkOperations } from './access/link-operations.js';
import { contributionOperations } from './images/contribution-operations.js';
import { sharedOperations } from './access/shared-operations.js';
import { sharedPageOperations } from './access/shared-page-operations.js';
import type { Operation } from './operation.js';
import { passkeyOperations } from './access/passkey-operations.js';
import { photoSpaceOperations } from './images/photo-space-operations.js';
import { presetOperations } from './images/preset-operations.js';
import { serviceOperations } from './service/service-operations.js';
import { sessionOperations } from './access/session-operations.js';
import { signingKeyOperations } from './images/signing-key-operations.js';
import { spaceOperations } from './spaces/space-operations.js';
import { spaceTrashOperations } from './trash/space-trash-operations.js';
import { tileArchiveOperations } from './features/tile-archive-operations.js';
import { tileOperations } from './features/tile-operations.js';
import { bulkJobOperations } from './jobs/user-job-operations.js';
import { importOperations } from './images/import-operations.js';
import { userOperations } from './access/user-operations.js';
import { webhookOperations } from './webhooks/webhook-operations.js';
import { invalid, scopeMissing } from './error-example.js';

/** Following changes. */
const eventOperations = [
  {
    id: 'streamEvents',
    reach: 'own',
    api: 'images',
    method: 'get',
    path: '/api/events',
    summary: 'Follow changes',
    description:
      'Server-sent events about the images and albums (with the scope `images:read`) and spaces (`spaces:read`) of the ' +
      'account: each has an `id`, its type as `event`, and `data`. `Last-Event-ID` resumes after an event. Where ' +
      'events were missed, `reset` says so: read again what you show.',
    access: 'key',
    query: eventsQuerySchema,
    headers: { 'Last-Event-ID': 'The `id` of the last event that was received.' },
    responses: {
      200: {
        description: 'The events, until the client or the server ends the stream.',
        body: sequence(eventSchema, [examples.event], ['text/event-stream']),
        headers: { 'X-Accel-Buffering': '`no`: proxies pass each event on at once.' },
      },
    },
    errors: {
      400: invalid('lastEventId', 'invalid-format', 'must be the `id` of an event'),
      403: scopeMissing('images:read'),
      429: {
        code: 'too-many-event-streams',
        detail: 'The account has 8 streams of events open, the most that it may have; try again in 5 s.',
      },
    },
  },
] as const satisfies readonly Operation[];

/**
 * The operations by part: what an application may offer without the others. `files` are images at their addresses; `access` are keys and
 * accounts; `users` sign in with Cairn's own credentials.
 */
const byPart = {
  images: [
    ...imageOperations,
    ...uploadTokenOperations,
    ...knownFileOperations,
    ...galleryOperations,
    ...photoOperations,
    ...lookAlikeOperations,
    ...bulkJobOperations,
    ...importOperations,
    ...folderDefaultOperations,
    ...albumOperations,
    ...trashOperations,
    ...photoSpaceOperations,
  ],
  files: fileOperations,
  sharing: [
    ...linkOperations,
    ...sharedOperations,
    ...sharedPageOperations,
    ...contributionOperations,
    ...grantOperations,
  ],
  spaces: [
    ...spaceOperations,
    ...featureReadOperations,
    ...featureSummaryOperations,
    ...featureWriteOperations,
    ...fileImportOperations,
    ...spaceTrashOperations,
  ],
  tiles: [...tileOperations, ...tileArchiveOperations, ...groundOperations],
  maps: [...mapOperations, ...mapLayerOperations],
  events: eventOperations,
  access: [...accountOperations, ...auditOperations, ...erasureOperations],
  users: [...sessionOperations, ...identityOperations, ...passkeyOperations, ...userOperations],
  webhooks: webhookOperations,
  administration: [...signingKeyOperations, ...presetOperations, ...administrationOperations],
  service: serviceOperations,
} as const satisfies Readonly<Record<string, readonly Operation[]>>;

/** A part of the API that an application may offer without the others. */
export type Part = keyof typeof byPart;

/** All parts of the API. */
export const PARTS = Object.keys(byPart) as readonly Part[]; // the table has no other keys

/** The operations of some parts. @throws {TypeError} naming a part that there is not. */
export function operationsOf(parts: readonly Part[]): readonly Operation[] {
  const unknown = parts.filter((part) => !Object.hasOwn(byPart, part));
  if (unknown.length > 0)
    throw new TypeError(`There is no part "${unknown.join('", "')}". There are: ${PARTS.join(', ')}.`);
  return parts.flatMap((part): readonly Operation[] => byPart[part]);
}

/** Every HTTP operation of the service. */
export const operations: readonly Operation[] = operationsOf(PARTS);

/** The rows of {@link operations}, by which clients know each method, path, parameter, body and answer. */
export type OperationRow = (typeof byPart)[Part][number];
