import type { MetadataWalk } from './walk.js';

/** Metadata of a TIFF can be anywhere, in front of what tells where it is: it is not looked for. */
export function* tiffMetadata(): MetadataWalk {
  yield { skip: Infinity };
  return true;
}
