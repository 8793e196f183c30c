import { accountOperations } from './account-operations.js';
import { administrationOperations } from './administration-operations.js';
import { albumOperations } from './album-operations.js';
import { sequence } from './content.js';
import { eventSchema, eventsQuerySchema } from './events.js';
import { examples } from './examples.js';
import { featureReadOperations } from './feature-read-operations.js';
import { featureWriteOperations } from './feature-write-operations.js';
import { trashOperations } from './trash-operations.js';
import { folderDefaultOperations } from './folder-default-operations.js';
import { galleryOperations } from './gallery-operations.js';
import { identityOperations } from './identity-operations.js';
import { imageOperations } from './image-operations.js';
import { grantOperations } from './grant-operations.js';
import { linkOperations } from './link-operations.js';
import type { Operation } from './operation.js';
import { passkeyOperations } from './passkey-operations.js';
import { photoSpaceOperations } from './photo-space-operations.js';
import { presetOperations } from './preset-operations.js';
import { serviceOperations } from './service-operations.js';
import { sessionOperations } from './session-operations.js';
import { signingKeyOperations } from './signing-key-operations.js';
import { spaceOperations } from './space-operations.js';
import { spaceTrashOperations } from './space-trash-operations.js';
import { tileArchiveOperations } from './tile-archive-operations.js';
import { tileOperations } from './tile-operations.js';
import { bulkJobOperations, importOperations } from './user-job-operations.js';
import { userOperations } from './user-operations.js';
import { webhookOperations } from './webhook-operations.js';

/** Following changes. */
const eventOperations: readonly Operation[] = [
  {
    id: 'streamEvents',
    api: 'images',
    method: 'get',
    path: '/api/events',
    summary: 'Follow changes',
    description:
      'Server-sent events about the images (with the scope `images:read`) and spaces (`spaces:read`) of the ' +
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
    errors: [403],
  },
];

/** Every HTTP operation of the service. */
export const operations: readonly Operation[] = [
  ...imageOperations,
  ...galleryOperations,
  ...bulkJobOperations,
  ...importOperations,
  ...folderDefaultOperations,
  ...albumOperations,
  ...trashOperations,
  ...linkOperations,
  ...grantOperations,
  ...photoSpaceOperations,
  ...spaceOperations,
  ...featureReadOperations,
  ...tileOperations,
  ...featureWriteOperations,
  ...spaceTrashOperations,
  ...tileArchiveOperations,
  ...eventOperations,
  ...accountOperations,
  ...sessionOperations,
  ...identityOperations,
  ...passkeyOperations,
  ...userOperations,
  ...webhookOperations,
  ...signingKeyOperations,
  ...presetOperations,
  ...administrationOperations,
  ...serviceOperations,
];
