import type { GalleryImage } from '@cairn/api-schema';
import { CairnError } from '@cairn/client';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { BulkWork } from '../../../work/bulk-work.svelte.ts';
import { nameOf, ownAddress } from '../image-file.ts';
import { openArchiveSink, type ArchiveSink } from './archive-sink.ts';
import { saveFile } from '../../../components/save-file.ts';

interface ArchivedFile {
  readonly name: string;
  readonly input: Blob;
  readonly lastModified: Date;
}

/** Downloads originals: one as it is, several as one archive, which is written while they come. */
export async function downloadImages(images: readonly GalleryImage[]): Promise<void> {
  const [first] = images;
  if (first !== undefined && images.length === 1) saveFile(ownAddress(first, {}), nameOf(first));
  else if (first !== undefined) await archive(images);
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

/** As a whole, so that one that breaks off breaks no archive: it is 25 MB at most. */
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

/** An archive that grows file by file. */
class Archive {
  private constructor(
    private readonly sink: ArchiveSink,
    private readonly files: WritableStreamDefaultWriter<ArchivedFile>,
    private readonly written: Promise<void>,
    private readonly ending: AbortController,
  ) {
    written.catch(() => undefined); // said by `add` and `close`
  }

  static async open(): Promise<Archive> {
    // The choice of a file has to follow the click at once.
    const [sink, { makeZip }] = await Promise.all([
      openArchiveSink(`cairn-${new Date().toISOString().slice(0, 10)}.zip`),
      import('client-zip'),
    ]);
    const { readable, writable } = new TransformStream<ArchivedFile, ArchivedFile>();
    const ending = new AbortController();
    const written = makeZip(each(readable)).pipeTo(sink.stream, { signal: ending.signal });
    return new Archive(sink, writable.getWriter(), written, ending);
  }

  get isInMemory(): boolean {
    return this.sink.isInMemory;
  }

  /** Resolves when there is room for the next one. */
  async add(file: ArchivedFile): Promise<void> {
    await Promise.race([this.files.write(file), this.written]);
  }

  /** Of one that was stopped nothing stays. */
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

/** Not every browser iterates streams. */
async function* each<T>(stream: ReadableStream<T>): AsyncGenerator<T, void> {
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
}
