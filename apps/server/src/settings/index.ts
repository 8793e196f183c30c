export { InvalidSettings, parseSettings, type Environment, type ServerSettings } from './settings.js';
export { reasonOf } from '../startup/start-failure.js';
export { version } from '../version.js';
