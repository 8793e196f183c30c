/** Of the files that `cairn export` writes. Changes when an older command could not read them any more. */
export const EXPORT_FORMAT = 1;

/** The file at the root of an export that says that it is one. */
export const EXPORT_MANIFEST = 'cairn-export.json';

/** The list of the files that exports have written there. */
export const EXPORT_LIST = 'cairn-export-files.jsonl';

/** Where an export has its parts. */
export const EXPORT_PARTS = { images: 'images/', spaces: 'spaces/', albums: 'albums.ndjson' } as const;

/** JSON as exports have it. */
export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A time as exports have it, of epoch milliseconds. */
export const time = (ms: number): string => new Date(ms).toISOString();
