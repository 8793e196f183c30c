import { foldersOf, type Image } from '@cairn/images';

/** The photos of an account for a space: those in and below a folder, or those uploaded with a key. */
export type PhotoSource =
  /** `''` for all images. */
  { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'key'; readonly keyId: string };

export function includes(source: PhotoSource, image: Image): boolean {
  switch (source.kind) {
    case 'folder':
      return source.path === '' || foldersOf(image.path).includes(source.path);
    case 'key':
      return image.description?.keyId === source.keyId;
  }
}

/** Formats the source as a unique text. */
export function formatSource(source: PhotoSource): string {
  return source.kind === 'folder' ? `folder:${source.path}` : `key:${source.keyId}`;
}

/** Parses a text of `formatSource`. */
export function parseSource(text: string): PhotoSource {
  const rest = text.slice(text.indexOf(':') + 1);
  return text.startsWith('key:') ? { kind: 'key', keyId: rest } : { kind: 'folder', path: rest };
}
