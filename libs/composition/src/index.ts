export { createApplication, type Application, type Health } from './application.js';
export type {
  ApplicationEvents,
  ApplicationSettings,
  BlobSettings,
  DatabaseSettings,
  SweepSettings,
} from './settings.js';
export type { Token } from './bind.js';
export { newKey } from './new-key.js';
