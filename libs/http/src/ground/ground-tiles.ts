import { close, open, read } from 'node:fs';
import { promisify } from 'node:util';
import type { Tile } from '@cairn/geometry';
import { PMTiles, type RangeResponse, SharedPromiseCache, type Source } from 'pmtiles';

/** Descriptors rather than `FileHandle`s, which Node.js refuses to collect unclosed. */
const [opened, closed, readAt] = [promisify(open), promisify(close), promisify(read)];

/** An archive has a root directory and a few leaves. */
const MAX_DIRECTORIES = 64;

/** A file that is opened by its first read, and then stays open. */
class FileRanges implements Source {
  private descriptor: Promise<number> | undefined;

  constructor(private readonly path: () => string) {}

  getKey(): string {
    return this.path();
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    const buffer = new Uint8Array(length);
    const { bytesRead } = await readAt(await this.open(), buffer, 0, length, offset);
    return { data: bytesRead === length ? buffer.buffer : buffer.buffer.slice(0, bytesRead) };
  }

  async close(): Promise<void> {
    const { descriptor } = this;
    this.descriptor = undefined;
    if (descriptor !== undefined) await closed(await descriptor);
  }

  private async open(): Promise<number> {
    this.descriptor ??= opened(this.path(), 'r');
    try {
      return await this.descriptor;
    } catch (error) {
      this.descriptor = undefined; // another request may find it
      throw error;
    }
  }
}

/** The tiles of a PMTiles archive on disk, as they are stored: of a request nothing is read but its tile. */
export class GroundTiles {
  private readonly file: FileRanges;
  private readonly archive: PMTiles;

  /** @param path Asked for by the first request for a tile. */
  constructor(path: () => string) {
    this.file = new FileRanges(path);
    const directories = new SharedPromiseCache(MAX_DIRECTORIES);
    this.archive = new PMTiles(this.file, directories, async (stored) => Promise.resolve(stored));
  }

  /** The bytes of a tile, compressed by gzip; `undefined` where there is nothing. */
  async find({ zoom, x, y }: Pick<Tile, 'zoom' | 'x' | 'y'>): Promise<Uint8Array | undefined> {
    const { maxZoom } = await this.archive.getHeader();
    if (zoom > maxZoom) return undefined; // the reader numbers tiles to zoom 26 only
    const tile = await this.archive.getZxy(zoom, x, y);
    return tile && new Uint8Array(tile.data);
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}
