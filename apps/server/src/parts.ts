export { closeServer } from './listener/listening.js';
export { createLog } from './logging/log.js';
export { startServer, type RunningServer } from './server.js';
export { createFirstAccess, handlerOptions, openApplication } from './serving.js';
export { listeningAddress } from './settings/own-address.js';
export { explain } from './settings/start-failure.js';
export { parseSettings, type ServerSettings } from './settings/settings.js';
export { banner } from './startup/banner.js';
