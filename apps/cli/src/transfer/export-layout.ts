/** The file at the root of an export that says that it is one. */
export const EXPORT_MANIFEST = 'cairn-export.json';

/** Where an export has its parts. */
export const EXPORT_PARTS = { images: 'images/', spaces: 'spaces/', albums: 'albums.ndjson' } as const;
