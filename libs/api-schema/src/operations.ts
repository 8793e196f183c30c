import { accountOperations } from './account-operations.js';
import { administrationOperations } from './administration-operations.js';
import { eventOperations } from './event-operations.js';
import { featureReadOperations } from './feature-read-operations.js';
import { featureWriteOperations } from './feature-write-operations.js';
import { galleryOperations } from './gallery-operations.js';
import { identityOperations } from './identity-operations.js';
import { imageOperations } from './image-operations.js';
import { tileOperations } from './tile-operations.js';
import type { Operation } from './operation.js';
import { passkeyOperations } from './passkey-operations.js';
import { photoSpaceOperations } from './photo-space-operations.js';
import { sessionOperations } from './session-operations.js';
import { serviceOperations } from './service-operations.js';
import { presetOperations } from './preset-operations.js';
import { signingKeyOperations } from './signing-key-operations.js';
import { spaceOperations } from './space-operations.js';
import { tileArchiveOperations } from './tile-archive-operations.js';
import { userOperations } from './user-operations.js';

/** Every HTTP operation of the service. */
export const operations: readonly Operation[] = [
  ...imageOperations,
  ...galleryOperations,
  ...photoSpaceOperations,
  ...spaceOperations,
  ...featureReadOperations,
  ...tileOperations,
  ...featureWriteOperations,
  ...tileArchiveOperations,
  ...eventOperations,
  ...accountOperations,
  ...sessionOperations,
  ...identityOperations,
  ...passkeyOperations,
  ...userOperations,
  ...signingKeyOperations,
  ...presetOperations,
  ...administrationOperations,
  ...serviceOperations,
];
