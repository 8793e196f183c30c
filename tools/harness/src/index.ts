export { atOnce } from './at-once.js';
export { openBrowser } from './browser.js';
export { eventLoopMonitored, longestBlockMs } from './event-loop.js';
export { hotSpacesOf, untilHot, type HotSpaces } from './hot-spaces.js';
export { IdentityProviderProcess } from './identity-provider.js';
export { copiesMade, LARGE_FEATURES } from './large-features.js';
export { inheritedEnv, NodeProcess, type NodeProcessOptions } from './node-process.js';
export { blockingOf, heldBy, type Blocking, type Held } from './main-thread.js';
export { loadOf, peakMemoryWhile, residentBytesOf, threadLoadsOf } from './process-load.js';
export { CACHE, download, featuresOfTopology, readAntarctica } from './public-data.js';
export { Random } from './random.js';
export {
  IN_MEMORY,
  newKey,
  PATIENT,
  ServerProcess,
  UNLIMITED,
  uploadForm,
  type ServerOptions,
  type UploadParts,
} from './server-process.js';
export { testHost } from './test-host.js';
export { filesIn, type Folder } from './zip-files.js';
export { slowly, until } from './until.js';
export { markdownTable, percentile, spreadOf, type Spread } from './statistics.js';
