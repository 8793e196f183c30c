import { foldersOf, type Image } from '@cairn/images';

/** Which of an account's images are photos of a space: those in and below a folder, or those a key has uploaded. */
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

/** The source as a text that no other source has. */
export function formatSource(source: PhotoSource): string {
  return source.kind === 'folder' ? `folder:${source.path}` : `key:${source.keyId}`;
}

/** The source of a text that comes from `formatSource`. */
export function parseSource(text: string): PhotoSource {
  const rest = text.slice(text.indexOf(':') + 1);
  return text.startsWith('key:') ? { kind: 'key', keyId: rest } : { kind: 'folder', path: rest };
}
