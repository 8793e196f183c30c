export { PhotoAddresses, type PhotoAddressSettings } from './photo-addresses.js';
export { formatSource, type PhotoSource } from './photo-source.js';
export type { PhotoLink, PhotoPhase } from './photo-link.js';
export { PhotoLinkLimitReached, PhotoLinkNotFound } from './errors.js';
export type { PhotoPlaceError } from './photo-place-error.js';
export { FollowPhotos } from './follow-photos.js';
export { CheckPhotos, PHOTO_JOB } from './check-photos.js';
export { PhotoWriter } from './photo-writer.js';
export { LinkPhotos, ListPhotoLinks, UnlinkPhotos } from './link-photos.js';
