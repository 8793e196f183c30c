export { CairnHealth, type HealthResult } from './cairn-health.js';
export { CairnModule, type CairnAsyncOptions } from './cairn-module.js';
export { EveryErrorFilter } from './error-filter.js';
export { Mounted, type CairnOptions, type CairnRoutes } from './mounted.js';
