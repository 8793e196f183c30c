import type { IncomingMessage, ServerResponse } from 'node:http';
import { LinkNotFound, type Link } from '@cairn/access';
import type { Image, OpenFile } from '@cairn/images';
import { DomainError, StorageFull, StorageUnavailable } from '@cairn/kernel';
import { makeZip } from 'client-zip';
import type { FileHandler } from '../files/file-handler.js';
import { waitForDrain } from '../responses/wait-for-drain.js';
import { originalName, originalQuery } from './shared-original.js';
import type { SharedReader } from './shared-reader.js';

const IMAGES_AT_ONCE = 100;

interface Options {
  readonly reader: Pick<SharedReader, 'images' | 'image'>;
  readonly openFile: Pick<OpenFile, 'open'>;
  readonly files: Pick<FileHandler, 'readPrivately'>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Opens the link again. @throws {LinkNotFound} once it has expired or is revoked. */
  readonly reopen: () => Promise<Link>;
}

interface Entry {
  readonly name: string;
  readonly lastModified: Date;
  readonly input: AsyncIterable<Uint8Array>;
}

/** Sends all originals that a link opens as one ZIP file. It breaks off when the link is revoked. */
export class SharedArchive {
  /** How many entries there are by name. */
  private readonly names = new Map<string, number>();
  private reading: AsyncIterator<Uint8Array> | undefined;

  constructor(private readonly options: Options) {}

  async send(): Promise<void> {
    const { response } = this.options;
    try {
      for await (const chunk of makeZip(this.entries())) {
        if (response.destroyed) return;
        if (!response.write(chunk)) await waitForDrain(response);
      }
      response.end();
    } catch (error) {
      // After the client has disconnected, reading fails with an error. That is expected.
      if (!response.destroyed) throw error;
    } finally {
      await this.reading?.return?.();
    }
  }

  private async *entries(): AsyncGenerator<Entry, void, undefined> {
    const { reader, reopen } = this.options;
    const missing: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await reader.images(await reopen(), { limit: IMAGES_AT_ONCE, cursor });
      for (const { id } of page.images) {
        const link = await reopen();
        const image = await this.stillShared(link, id);
        if (image === undefined) continue;
        const query = originalQuery(link, image);
        const name = this.unique(originalName(image, query));
        const reading = (await this.read(image, query))?.[Symbol.asyncIterator]();
        this.reading = reading;
        if (reading === undefined) missing.push(name);
        else
          yield {
            name,
            lastModified: new Date(image.createdAt),
            input: { [Symbol.asyncIterator]: () => reading },
          };
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    if (missing.length > 0) yield noteOf(missing);
  }

  /** `undefined` for an image that is no longer shared: sending an archive takes long. */
  private async stillShared(link: Link, id: string): Promise<Image | undefined> {
    try {
      return await this.options.reader.image(link, id);
    } catch (error) {
      if (error instanceof LinkNotFound) return undefined;
      throw error;
    }
  }

  /** `undefined` for an image that was deleted in the meantime, or cannot be encoded again. */
  private async read(image: Image, query: string): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { openFile, files, request, response } = this.options;
    const file = { served: openFile.open(image), fileName: image.fileName, query, request, response };
    try {
      return await files.readPrivately({ ...file, isOriginal: query === '', isSigned: true });
    } catch (error) {
      const isOfStore = error instanceof StorageUnavailable || error instanceof StorageFull;
      if (error instanceof DomainError && !isOfStore) return undefined;
      throw error;
    }
  }

  /** Images of several folders may have the same name. */
  private unique(name: string): string {
    const key = name.toLowerCase();
    const count = (this.names.get(key) ?? 0) + 1;
    this.names.set(key, count);
    if (count === 1) return name;
    const end = name.lastIndexOf('.');
    return this.unique(`${name.slice(0, end)} (${count})${name.slice(end)}`);
  }
}

/** Lists for the reader what is missing from the archive. */
function noteOf(names: readonly string[]): Entry {
  const text = new TextEncoder().encode(`These images could not be read:\n${names.join('\n')}\n`);
  const input = async function* (): AsyncGenerator<Uint8Array> {
    yield text;
  };
  return { name: 'missing.txt', lastModified: new Date(), input: input() };
}
