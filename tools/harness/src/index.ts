export { openBrowser, whyNoBrowser } from './browser.js';
export { eventLoopMonitored, longestBlockMs } from './event-loop.js';
export { IdentityProviderProcess } from './identity-provider.js';
export { newKey, ServerProcess, type ServerOptions } from './server-process.js';
export { uploadForm, type UploadParts } from './upload.js';
