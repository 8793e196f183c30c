import {
  addressOf,
  BlobNotFound,
  editChangeOf,
  FileNotFound,
  OpenFile,
  photoXmp,
  type Image,
} from '@cairn/images';
import { CatalogRepository } from '@cairn/images/spi';
import { NotInTrash, Trash, walk, type PortsOf } from '@cairn/kernel';
import type { Space } from '@cairn/spaces';
import { OwnerRecords } from './owner-records.js';

const AT_ONCE = 200;

/** A file of an export. It is read before the next one is asked for. ZIP writers such as `makeZip` of `client-zip` take it as it is. */
export interface ExportedFile {
  /** With folders, by `/`. */
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

/** The features of a space as GeoJSON, in parts. */
export abstract class SpaceContents {
  abstract of(space: Pick<Space, 'id'>): AsyncIterable<string>;
}

/**
 * Exports everything of an owner as files, without secrets. They are `account.json`, a file with a record on each line for each kind, the originals of
 * images below `images` by their addresses, those in the trash below `trash` and those that wait for approval below `contributions` by their ids, each with an XMP sidecar if there is something to tell, and the features of each space below
 * `spaces`. Features in the trash are exported once they are restored.
 */
export class ExportOwner {
  static readonly ports = {
    records: OwnerRecords,
    catalog: CatalogRepository,
    trash: Trash,
    files: OpenFile,
    contents: SpaceContents,
  };

  constructor(private readonly ports: PortsOf<typeof ExportOwner.ports>) {}

  /**
   * Each file is as it is when it is read: other writes go on. What is deleted meanwhile is left out; a file `missing.txt` has the
   * images whose bytes are not there. Holds a page of records at a time.
   */
  async *execute(owner: string): AsyncGenerator<ExportedFile, void, undefined> {
    const { records, contents } = this.ports;
    const now = new Date();
    const file = (name: string, texts: AsyncIterable<string>): ExportedFile => ({
      name,
      lastModified: now,
      input: encoded(texts),
    });
    yield file(
      'account.json',
      json(() => records.account(owner)),
    );
    for (const [name, pages] of Object.entries(records.all(owner)))
      yield file(`${name}.ndjson`, lines(pages));
    for await (const spaces of records.spaces(owner))
      for (const { id } of spaces) yield file(`spaces/${id}.geojson`, contents.of({ id }));
    const missing: string[] = [];
    for await (const [name, image] of this.originals(owner)) {
      const bytes = (await this.read(image))?.[Symbol.asyncIterator]();
      if (bytes === undefined) {
        missing.push(name);
        continue;
      }
      try {
        const lastModified = new Date(image.createdAt);
        yield { name, lastModified, input: { [Symbol.asyncIterator]: () => bytes } };
        const sidecar = sidecarOf(image);
        if (sidecar !== undefined) yield { ...file(`${name}.xmp`, each([sidecar])), lastModified };
      } finally {
        await bytes.return?.(); // where nobody read it to its end
      }
    }
    if (missing.length > 0) yield file('missing.txt', each(missing.map((name) => `${name}\n`)));
  }

  /** Also those that are in the trash or wait for approval, by the name of their file. */
  private async *originals(owner: string): AsyncGenerator<readonly [name: string, Image]> {
    const { records, catalog, trash } = this.ports;
    for await (const images of records.images(owner))
      for (const image of images) yield [`images/${addressOf(image)}`, image];
    const list = (after: Parameters<Trash['list']>[2]['after']) =>
      trash.list(owner, { kind: 'image' }, { limit: AT_ONCE, after });
    for await (const entries of walk(list))
      for (const { id } of entries) {
        const image = await catalog.getRemoved(owner, id).catch(ignoreAbsence);
        if (image !== undefined) yield [`trash/${id}/${image.fileName}`, image];
      }
    for await (const waiting of records.waiting(owner))
      for (const { image } of waiting) yield [`contributions/${image.id}/${image.fileName}`, image];
  }

  /** `undefined` if the image was deleted meanwhile, or its bytes are lost. */
  private async read(image: Image): Promise<AsyncIterable<Uint8Array> | undefined> {
    try {
      return await this.ports.files.open(image).read();
    } catch (error) {
      if (error instanceof FileNotFound || error instanceof BlobNotFound) return undefined;
      throw error;
    }
  }
}

/** XMP, for other programs: the file has only what is served of it. */
function sidecarOf(image: Image): string | undefined {
  const { file, description } = image;
  return photoXmp({ ...image, edit: editChangeOf(file), isCut: (description?.removed ?? []).length > 0 });
}

function ignoreAbsence(error: unknown): undefined {
  if (!(error instanceof NotInTrash)) throw error;
}

async function* json(read: () => Promise<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(await read(), null, 2)}\n`;
}

async function* lines(pages: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const records of pages) yield records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

async function* each(texts: readonly string[]): AsyncGenerator<string> {
  yield* texts;
}

async function* encoded(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const text of texts) yield encoder.encode(text);
}
