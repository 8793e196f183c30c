export { openBrowser, whyNoBrowser } from './browser.js';
export type { Box } from './data/box.js';
export { runCommand } from './data/command.js';
export { datasets, type Dataset } from './data/datasets.js';
export { download } from './data/download.js';
export { eventLoopMonitored, longestBlockMs } from './event-loop.js';
export { IdentityProviderProcess } from './identity-provider.js';
export { newKey, ServerProcess, type ServerOptions } from './server-process.js';
export { uploadForm, type UploadParts } from './upload.js';
