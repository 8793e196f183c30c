import { accountScenarios } from './account-scenarios.js';
import { eventScenarios } from './event-scenarios.js';
import { featureScenarios } from './feature-scenarios.js';
import { galleryScenarios } from './gallery-scenarios.js';
import { imageScenarios } from './image-scenarios.js';
import { sharingScenarios } from './sharing-scenarios.js';
import { userScenarios } from './user-scenarios.js';
import type { Scenario } from './scenario.js';

/** What the client does, everywhere in the same way. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  ...imageScenarios,
  ...featureScenarios,
  ...eventScenarios,
  ...accountScenarios,
  ...galleryScenarios,
  ...sharingScenarios,
  ...userScenarios,
};
