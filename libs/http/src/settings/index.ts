export type { AdmissionRule } from './admission-rules.js';
export { baseMapData } from './base-map-data.js';
export {
  defaultHttpSettings,
  type BaseMapSettings,
  type HttpSettings,
  type HubAuth,
  type RateSettings,
  type SigningKeys,
} from './http-settings.js';
export type { IdentityProviderSettings } from './identity-provider-settings.js';
export { shareOfMemory, usableMemory, type Limits } from './limits.js';
export { API_SEGMENTS, BasePath } from '../messages/base-path.js';
export { isLoopback } from '../messages/loopback.js';
