export {
  changeSpace,
  parseDescription,
  parseSpaceId,
  parseTitle,
  positionOf,
  MAX_DESCRIPTION_LENGTH,
  MAX_SPACE_ID_LENGTH,
  MAX_TITLE_LENGTH,
  type Space,
  type SpaceChange,
  type SpaceDetails,
} from './registry/space.js';
export { spaceCreated, spaceDeleted, spaceUpdated } from './registry/space-events.js';
export { MAX_OWNER_LENGTH, parseOwner } from './registry/owner.js';
export { autoCacheProfileOf, volatilityOf, type AutoCacheProfile } from './registry/caching.js';
export { ANONYMOUS, isAllowed, type Caller, type OwnerFilter } from './caller.js';
export { SpaceStorage } from './registry/space-storage.js';
export { SpaceRepository } from './registry/space-repository.js';
export { SpaceExists, SpaceForbidden, SpaceNotFound, StorageNotFound } from './errors.js';
export { CreateSpace, type SpaceRequest } from './registry/create-space.js';
export { ReadSpace } from './registry/read-space.js';
export { ListSpaces } from './registry/list-spaces.js';
export { UpdateSpace, type SpaceUpdate } from './registry/update-space.js';
export { DeleteSpace } from './registry/delete-space.js';
export type { SpaceError } from './space-error.js';
