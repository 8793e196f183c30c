import type { GalleryImage } from '@cairn/api-schema';
import { CairnError } from '@cairn/client';
import { lazily } from '../../../api/lazy.ts';
import type { PageSource } from '../../../api/paged-list.svelte.ts';
import { saveFile } from '../../../components/save-file.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { BulkWork } from '../../../progress/bulk-work.svelte.ts';
import { nameOf, ownAddress } from '../library/image-file.ts';

/** The destination of an archive. */
interface ArchiveSink {
  readonly stream: WritableStream<Uint8Array>;
  /** Call this when everything is written. Downloads the file, unless it is already where the person wants it. */
  readonly finish: () => Promise<void>;
  readonly isInMemory: boolean;
}

interface Picker {
  readonly showSaveFilePicker?: (options: object) => Promise<FileSystemFileHandle>;
}

const PREFIX = 'archive-';
const OLD_MS = 3_600_000;

/**
 * A file that the person chooses, if the browser lets a page write to it. Otherwise a private file of the page on disk,
 * which is downloaded once it is complete. A page without https has neither, and collects the archive in memory.
 * @throws {DOMException} `AbortError` if the person cancels.
 */
async function openArchiveSink(name: string): Promise<ArchiveSink> {
  const { showSaveFilePicker } = globalThis as Picker;
  if (showSaveFilePicker !== undefined) {
    const types = [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }];
    const chosen = await showSaveFilePicker.call(globalThis, { suggestedName: name, types });
    return { stream: await chosen.createWritable(), finish: async () => undefined, isInMemory: false };
  }
  return (await privateFile(name).catch(() => undefined)) ?? inMemory(name);
}

async function privateFile(name: string): Promise<ArchiveSink | undefined> {
  const folder = await navigator.storage.getDirectory();
  await removeOld(folder);
  const file = await folder.getFileHandle(`${PREFIX}${Date.now()}.zip`, { create: true });
  const finish = async (): Promise<void> => saveFile(await file.getFile(), name);
  return { stream: await file.createWritable(), finish, isInMemory: false };
}

/** Files of earlier downloads are removed only now, because the browser may still have been reading them. */
async function removeOld(folder: FileSystemDirectoryHandle): Promise<void> {
  // TypeScript's DOM types lack iteration over a folder. Browsers with this folder support it.
  const entries = folder as unknown as { keys: () => AsyncIterable<string> };
  for await (const name of entries.keys())
    if (name.startsWith(PREFIX) && Number.parseInt(name.slice(PREFIX.length)) < Date.now() - OLD_MS)
      await folder.removeEntry(name);
}

function inMemory(name: string): ArchiveSink {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const stream = new WritableStream<Uint8Array>({ write: (part) => void parts.push(new Uint8Array(part)) });
  const finish = async (): Promise<void> => saveFile(new Blob(parts, { type: 'application/zip' }), name);
  return { stream, finish, isInMemory: true };
}

interface ArchivedFile {
  readonly name: string;
  readonly input: Blob;
  readonly lastModified: Date;
}

/** Downloads originals: a single one unchanged, several as one archive, which is written while they arrive. */
export async function downloadImages(images: readonly GalleryImage[]): Promise<void> {
  const [first] = images;
  if (first !== undefined && images.length === 1) saveFile(ownAddress(first, {}), nameOf(first));
  else if (first !== undefined) await archive(images);
}

/** Images per page of a listing that is downloaded. */
const LISTED = 1_000;

/** Downloads the originals of everything that is listed. */
export async function downloadAll(source: PageSource<GalleryImage>): Promise<void> {
  await downloadImages(await source(LISTED).all());
}

async function archive(images: readonly GalleryImage[]): Promise<void> {
  let open: Archive | undefined;
  const work = new BulkWork({
    all: images,
    atOnce: 1,
    nameOf,
    title: (count) => i18n.t.images.packedOf(count),
    note: () => (open?.isInMemory === true ? i18n.t.images.inMemory : undefined),
    act: async ([image], signal) => {
      if (image !== undefined) await open?.add(await fileOf(image, signal));
    },
    whole: {
      begin: async () => {
        open = await Archive.open();
      },
      end: async (how) => await open?.close(how),
      broken: () => i18n.t.images.downloadFailed,
    },
  });
  await work.start();
}

/** Downloaded completely first, so that a failed download does not break the archive. At most 25 MB. */
async function fileOf(image: GalleryImage, signal: AbortSignal): Promise<ArchivedFile> {
  try {
    const response = await fetch(ownAddress(image, {}), { signal });
    if (!response.ok) throw new Error(`It was answered ${response.status}.`);
    const name = [image.path, nameOf(image)].filter((part) => part !== '').join('/');
    return { name, input: await response.blob(), lastModified: new Date(image.createdAt) };
  } catch (cause) {
    throw new CairnError({ kind: 'unexpected', code: 'not-sent', detail: i18n.t.images.notSent, cause });
  }
}

/** An archive to which files are added one by one. */
class Archive {
  private constructor(
    private readonly sink: ArchiveSink,
    private readonly files: WritableStreamDefaultWriter<ArchivedFile>,
    private readonly written: Promise<void>,
    private readonly ending: AbortController,
  ) {
    written.catch(() => undefined); // reported by `add` and `close`
  }

  static async open(): Promise<Archive> {
    // The file must be chosen right after the click.
    const [sink, { makeZip }] = await Promise.all([
      openArchiveSink(`cairn-${new Date().toISOString().slice(0, 10)}.zip`),
      lazily(() => import('client-zip')),
    ]);
    const { readable, writable } = new TransformStream<ArchivedFile, ArchivedFile>();
    const ending = new AbortController();
    const written = makeZip(each(readable)).pipeTo(sink.stream, { signal: ending.signal });
    return new Archive(sink, writable.getWriter(), written, ending);
  }

  get isInMemory(): boolean {
    return this.sink.isInMemory;
  }

  /** Resolves when there is room for the next file. */
  async add(file: ArchivedFile): Promise<void> {
    await Promise.race([this.files.write(file), this.written]);
  }

  /** Nothing of a stopped archive is kept. */
  async close(how: 'whole' | 'stopped'): Promise<void> {
    if (how === 'stopped') {
      this.ending.abort();
      await Promise.allSettled([this.files.abort(), this.written]);
      return;
    }
    await this.files.close();
    await this.written;
    await this.sink.finish();
  }
}

/** Not every browser can iterate streams. */
async function* each<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
