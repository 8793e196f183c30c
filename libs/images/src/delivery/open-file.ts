import type { PortsOf } from '@cairn/kernel';
import type { ByteRange } from '../store/blob-area.js';
import { BlobStore } from '../store/blob-store.js';
import { CatalogRepository } from '../catalog/catalog-repository.js';
import { BlobNotFound, FileNotFound } from '../errors.js';
import { addressOf, hostedFileOf, storedFile, type HostedFile, type Image } from '../image/image.js';
import { findServedPath, readServed } from './served-bytes.js';

/** A file for those who may have it. */
export interface ServedFile {
  readonly file: HostedFile;
  /** @throws {FileNotFound} when the image was deleted meanwhile. */
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
  /** The local file with exactly these bytes, if there is one. It is gone if the image was deleted meanwhile. */
  findPath(): string | undefined;
}

/** Decides whether the requester may have a private file. Also called if there is no file. */
export type Viewer = (file: HostedFile | undefined) => Promise<boolean>;

/** Finds the file served at an address. Anyone may read it, unless it is private. */
export class OpenFile {
  static readonly ports = { catalog: CatalogRepository, blobs: BlobStore };

  constructor(private readonly ports: PortsOf<typeof OpenFile.ports>) {}

  /**
   * Calls `viewer` for a private file, and also if there is no file: neither the answer nor its timing may reveal
   * whether a private file exists.
   * @throws {FileNotFound} when nothing is served there to the viewer. What `viewer` throws.
   */
  async execute(address: string, viewer: Viewer = nobody): Promise<ServedFile> {
    const file = await this.ports.catalog.findFile(address);
    if (file === undefined || file.visibility === 'private') {
      const maySee = await viewer(file);
      if (file === undefined || !maySee) throw new FileNotFound();
    }
    return this.served(address, file);
  }

  /** The file of an image that the caller may have. */
  open(image: Image): ServedFile {
    return this.served(addressOf(image), hostedFileOf(image));
  }

  /** The file as it was uploaded, with all its metadata: only for the owner. */
  openWhole(image: Image): ServedFile {
    const { whole, ...file } = image.file;
    return this.open({ ...image, file: { ...file, ...storedFile(image.file) } });
  }

  private served(address: string, file: HostedFile): ServedFile {
    return {
      file,
      read: (range) => this.read(address, file, range),
      findPath: () => findServedPath(this.ports.blobs.area('originals'), file),
    };
  }

  private async read(
    address: string,
    file: HostedFile,
    range: ByteRange | undefined,
  ): Promise<AsyncIterable<Uint8Array>> {
    try {
      return await readServed(this.ports.blobs.area('originals'), file, range);
    } catch (error) {
      const lost =
        error instanceof BlobNotFound && (await this.ports.catalog.findFile(address)) !== undefined;
      throw error instanceof BlobNotFound && !lost ? new FileNotFound({ cause: error }) : error;
    }
  }
}

async function nobody(): Promise<boolean> {
  return false;
}
