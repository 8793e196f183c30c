export { parseSource } from './photo-source.js';
export { isOn, newWork, type PhotoWork } from './photo-link.js';
export { PhotoLinkRepository, type EndedPhotoLink, type NewPhotoLink } from './photo-link-repository.js';
