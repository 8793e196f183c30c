export { PhotoAddresses, type PhotoAddressSettings } from './photo-addresses.js';
export { formatSource, includes, parseSource, type PhotoSource } from './photo-source.js';
export {
  isOn,
  MAX_PHOTO_LINKS,
  newWork,
  type PhotoFault,
  type PhotoLink,
  type PhotoPhase,
  type PhotoWork,
} from './photo-link.js';
export { PhotoLinkRepository, type EndedPhotoLink, type NewPhotoLink } from './photo-link-repository.js';
export { PhotoLinkLimitReached, PhotoLinkNotFound } from './errors.js';
export type { PhotoPlaceError } from './photo-place-error.js';
export { imageIdOf, photoFeature, PHOTO_PREFIX, photoRemoval } from './photo-feature.js';
export { FollowPhotos } from './follow-photos.js';
export { CheckPhotos, PHOTO_JOB } from './check-photos.js';
export { PhotoWriter } from './photo-writer.js';
export { LinkPhotos, ListPhotoLinks, UnlinkPhotos } from './link-photos.js';
