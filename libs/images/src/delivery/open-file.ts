import type { PortsOf } from '@cairn/kernel';
import type { ByteRange } from '../store/blob-area.js';
import { BlobStore } from '../store/blob-store.js';
import { CatalogRepository } from '../library/catalog-repository.js';
import { BlobNotFound, FileNotFound } from '../errors.js';
import { addressOf, type HostedFile, type Image } from '../library/image.js';

/** A file that anyone may read. */
export interface ServedFile {
  readonly file: HostedFile;
  /** @throws {FileNotFound} when the image was deleted meanwhile. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** The local file with its bytes, if the store keeps files. It is gone if the image was deleted meanwhile. */
  findPath(): string | undefined;
}

/** Finds the file served at an address. Anyone may read it. */
export class OpenFile {
  static readonly ports = { catalog: CatalogRepository, blobs: BlobStore };

  constructor(private readonly ports: PortsOf<typeof OpenFile.ports>) {}

  /** @throws {FileNotFound} when nothing is served there. */
  async execute(address: string): Promise<ServedFile> {
    const file = await this.ports.catalog.findFile(address);
    if (file === undefined) throw new FileNotFound();
    return this.served(address, file);
  }

  /** The file of an image that the caller may have. */
  open(image: Image): ServedFile {
    return this.served(addressOf(image), { ...image.file, createdAt: image.createdAt });
  }

  private served(address: string, file: HostedFile): ServedFile {
    return {
      file,
      read: (range) => this.read(address, file, range),
      findPath: () => this.ports.blobs.area('originals').findPath(file.blobKey),
    };
  }

  private async read(
    address: string,
    file: HostedFile,
    range: ByteRange | undefined,
  ): Promise<AsyncIterable<Uint8Array>> {
    try {
      const whole = { start: 0, end: file.sizeInBytes - 1 };
      return await this.ports.blobs.area('originals').get(file.blobKey, range ?? whole);
    } catch (error) {
      const lost =
        error instanceof BlobNotFound && (await this.ports.catalog.findFile(address)) !== undefined;
      throw error instanceof BlobNotFound && !lost ? new FileNotFound({ cause: error }) : error;
    }
  }
}
