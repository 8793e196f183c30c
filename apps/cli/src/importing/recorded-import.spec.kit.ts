import { createHash } from 'node:crypto';
import { Output } from '../program/output.js';
import type { Destination, FoundImage, KnownBytes, NewAlbum, NewImage } from './destinations/destination.js';
import type { ImageRules } from './image-import.js';
import { runImport } from './run-import.js';
import type { ImportSource } from './sources/source.js';

export interface Line {
  readonly file?: string;
  readonly outcome?: string;
  readonly reason?: string;
  readonly notes?: readonly string[];
  readonly summary?: Readonly<Record<string, unknown>>;
}

/** A destination that gives new ids, after pending work has run. */
export class Recording implements Destination {
  readonly keepsIds = false;
  readonly images: NewImage[] = [];
  readonly albums: NewAlbum[] = [];

  constructor(private readonly fault: (name: string) => Error | undefined = () => undefined) {}

  readonly restored: string[] = [];

  findBytes = async (_: KnownBytes): Promise<FoundImage | undefined> => undefined;
  restore = async (id: string) => void this.restored.push(id);
  addTags = async () => undefined;
  findImage = async () => undefined;
  addSpace = async () => ({ stored: 0, failed: 0 });

  async addImage(image: NewImage): Promise<string> {
    await new Promise((resolve) => setImmediate(resolve));
    const fault = this.fault(image.name);
    if (fault !== undefined) throw fault;
    return `new${this.images.push(image)}`;
  }

  async addAlbum(album: NewAlbum): Promise<boolean> {
    const fault = this.fault(album.title);
    if (fault !== undefined) throw fault;
    this.albums.push(album);
    return true;
  }
}

type Files = Readonly<Record<string, string>>;

export const sourceOf = (files: Files, encoding: BufferEncoding = 'utf8'): ImportSource => ({
  async *list() {
    for (const [name, text] of Object.entries(files))
      yield {
        name,
        sizeInBytes: Buffer.byteLength(text, encoding),
        open: async () =>
          (async function* () {
            yield Buffer.from(text, encoding);
          })(),
      };
  },
  close: async () => undefined,
});

export async function imported(
  files: Files,
  destination: Destination,
  rules: Partial<ImageRules> = {},
  encoding?: BufferEncoding,
) {
  return await importedFrom(sourceOf(files, encoding), destination, rules);
}

export async function importedFrom(
  source: ImportSource,
  destination: Destination,
  rules: Partial<ImageRules> = {},
) {
  const texts: string[] = [];
  const output = new Output({ write: (text) => texts.push(text) }, { write: () => undefined }, 'json');
  const all = { path: '', tags: [], foldersAsTags: false, visibility: undefined, isDryRun: false, ...rules };
  const plan = { destination, rules: all, atOnce: 2, signal: new AbortController().signal, output };
  const ended = await runImport({ source, ...plan }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const lines = texts.map((text) => JSON.parse(text) as Line); // as an import writes them
  return { lines, ended, summary: lines.at(-1)?.summary };
}

export const outcomes = (lines: readonly Line[]) =>
  lines.flatMap(({ file, outcome }) => (file === undefined ? [] : [`${outcome} ${file}`]));

export const recordOf = (id: string, bytes: string, more: object = {}): string =>
  JSON.stringify({
    cairn: 1,
    id,
    fileName: `${id}.jpg`,
    path: '',
    tags: [],
    visibility: 'public',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  });

export const albumOf = (id: string, images: readonly string[]): string =>
  JSON.stringify({
    id,
    title: `Album ${id}`,
    description: '',
    order: 'manual',
    images,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  });
