import type { IncomingMessage, ServerResponse } from 'node:http';
import { FileNotFound, type Image, type OpenFile } from '@cairn/images';
import type { Link } from '@cairn/access';
import { makeZip } from 'client-zip';
import type { FileHandler } from '../files/file-handler.js';
import { waitForDrain } from '../http/responses/wait-for-drain.js';
import { originalQuery } from './shared-original.js';
import type { SharedReader } from './shared-reader.js';

const IMAGES_AT_ONCE = 100;

interface Options {
  readonly reader: SharedReader;
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
  private readonly names = new Set<string>();

  constructor(private readonly options: Options) {}

  async send(): Promise<void> {
    const { response } = this.options;
    for await (const chunk of makeZip(this.entries())) {
      if (response.destroyed) return;
      if (!response.write(chunk)) await waitForDrain(response);
    }
    response.end();
  }

  private async *entries(): AsyncGenerator<Entry, void, undefined> {
    const { reader, reopen } = this.options;
    let cursor: string | undefined;
    do {
      const page = await reader.images(await reopen(), { limit: IMAGES_AT_ONCE, cursor });
      for (const image of page.images) {
        const input = await this.read(await reopen(), image);
        if (input === undefined) continue;
        yield { name: this.nameOf(image), lastModified: new Date(image.createdAt), input };
      }
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }

  /** `undefined` for an image that was deleted meanwhile. */
  private async read(link: Link, image: Image): Promise<AsyncIterable<Uint8Array> | undefined> {
    const { openFile, files, request, response } = this.options;
    const query = originalQuery(link, image);
    const file = { served: openFile.open(image), fileName: image.fileName, query, request, response };
    try {
      return await files.readPrivately({ ...file, isOriginal: query === '', isSigned: true });
    } catch (error) {
      if (error instanceof FileNotFound) return undefined;
      throw error;
    }
  }

  /** Images of several folders may have the same name. */
  private nameOf({ fileName }: Image): string {
    const end = fileName.lastIndexOf('.');
    let name = fileName;
    for (let copy = 2; this.names.has(name.toLowerCase()); copy += 1)
      name = `${fileName.slice(0, end)} (${copy})${fileName.slice(end)}`;
    this.names.add(name.toLowerCase());
    return name;
  }
}
