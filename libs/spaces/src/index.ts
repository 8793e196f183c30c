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
} from './space.js';
export { spaceCreated, spaceDeleted, spaceUpdated } from './space-events.js';
export { MAX_OWNER_LENGTH, parseOwner } from './owner.js';
export { autoCacheProfileOf, volatilityOf, type AutoCacheProfile } from './caching.js';
export { ANONYMOUS, isAllowed, type Caller, type OwnerFilter } from './caller.js';
export { SpaceStorage } from './space-storage.js';
export { SpaceRepository } from './space-repository.js';
export { SpaceExists, SpaceForbidden, SpaceNotFound, StorageNotFound } from './errors.js';
export { CreateSpace, type SpaceRequest } from './use-cases/create-space.js';
export { ReadSpace } from './use-cases/read-space.js';
export { ListSpaces } from './use-cases/list-spaces.js';
export { UpdateSpace, type SpaceUpdate } from './use-cases/update-space.js';
export { DeleteSpace } from './use-cases/delete-space.js';
export type { SpaceError } from './space-error.js';
