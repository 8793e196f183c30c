import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { isHidden, type ImportSource, type SourceFile } from './source.js';

/** Text becomes a fiftieth, images hardly shorter. A file of this and more is one that was made to fill a memory. */
const MAX_RATIO = 200;
const MIN_JUDGED_BYTES = 1024 * 1024;

/** The files of a ZIP. Nothing is written under their names, and none is longer than the ZIP says. */
export class ZipSource implements ImportSource {
  private constructor(private readonly zip: ZipFile) {}

  /** @throws {Error} if it is no ZIP. */
  static async open(path: string): Promise<ZipSource> {
    return new ZipSource(
      await openPromise(path, { autoClose: false, lazyEntries: true, validateEntrySizes: true }),
    );
  }

  /** @throws {Error} at a name that leads out of the ZIP. */
  async *list(): AsyncGenerator<SourceFile> {
    for await (const entry of this.zip.eachEntry()) {
      const { fileName: name, uncompressedSize: sizeInBytes } = entry;
      if (name.endsWith('/') || isHidden(name)) continue;
      const open = async (): Promise<AsyncIterable<Uint8Array>> =>
        await this.zip.openReadStreamPromise(entry);
      yield { name, sizeInBytes, refused: faultOf(entry), open };
    }
  }

  close(): Promise<void> {
    this.zip.close();
    return Promise.resolve();
  }
}

function faultOf(entry: Entry): string | undefined {
  const { compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (!entry.canDecodeFileData()) return 'It is compressed in a way that is not known here.';
  const isBomb = uncompressedSize > MIN_JUDGED_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
  return isBomb ? `It is compressed to less than a ${MAX_RATIO}th, as no real file is.` : undefined;
}
