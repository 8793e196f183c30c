/** The version of the files that `cairn export` writes. It changes when older commands could no longer read them. */
export const EXPORT_FORMAT = 1;

/** The file that marks the root of an export. */
export const EXPORT_MANIFEST = 'cairn-export.json';

/** The list of the files that exports have written into the folder. */
export const EXPORT_LIST = 'cairn-export-files.jsonl';

/** The parts of an export. */
export const EXPORT_PARTS = { images: 'images/', spaces: 'spaces/', albums: 'albums.ndjson' } as const;

/** JSON in the style of exports. */
export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Epoch milliseconds as a time in the style of exports. */
export const time = (ms: number): string => new Date(ms).toISOString();
