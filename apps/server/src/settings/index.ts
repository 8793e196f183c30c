export { InvalidSettings, parseSettings, type Environment, type ServerSettings } from './settings.js';
export { ownAddress } from './own-address.js';
export { reasonOf } from './start-failure.js';
export { version } from '../version.js';
