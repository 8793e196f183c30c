import { parseAll } from '@cairn/kernel';
import { parseImagePath } from '../names/image-path.js';
import { parseTags } from '../names/tag.js';

/** Where an image goes and what it is tagged with; both may be left out. */
export interface ImageDetails {
  readonly path?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** What is said of an image besides its bytes. */
export interface UploadDetails extends ImageDetails {
  /** The name that the file came with; any text will do. */
  readonly name: string;
}

/** @throws {InvalidInput} with the faults of both. */
export function parseUploadDetails({ path, tags }: ImageDetails): {
  readonly path: string;
  readonly tags: readonly string[];
} {
  return parseAll({
    path: () => parseImagePath(path ?? ''),
    tags: () => parseTags(tags ?? []),
  });
}
