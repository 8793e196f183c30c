import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { FormatLimitExceeded, UnreadableFile } from '@cairn/spaces';
import { type Entry, open, type ZipFile } from 'yauzl';
import { READING_LIMITS } from '../limits/reading-limits.js';

/**
 * A ZIP whose entries are read one by one. What comes out of all of them is limited: yauzl compares what an entry gives
 * with the size that it states, and these sizes are added up before.
 */
export class ZipArchive {
  private damage: UnreadableFile | undefined;

  private constructor(
    private readonly file: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws {UnreadableFile} {FormatLimitExceeded} */
  static async open(path: string): Promise<ZipArchive> {
    const file = await new Promise<ZipFile>((resolve, reject) =>
      open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true }, (error, opened) =>
        error === null ? resolve(opened) : reject(broken(error)),
      ),
    );
    try {
      return new ZipArchive(file, await entriesOf(file));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** Of files, with slashes. */
  get names(): readonly string[] {
    return [...this.entries.keys()];
  }

  sizeOf(name: string): number {
    return this.entry(name).uncompressedSize;
  }

  /** The bytes of an entry. They end where they are damaged, which `assertSound` tells. @throws {UnreadableFile} */
  async read(name: string): Promise<Readable> {
    const entry = this.entry(name);
    if (entry.isEncrypted())
      throw new UnreadableFile(`The archive is protected by a password: ${name} is encrypted.`);
    return await new Promise<Readable>((resolve, reject) =>
      this.file.openReadStream(entry, (error, stream) => {
        if (error !== null) return reject(broken(error));
        // It is unpacked before anybody reads it, so that nobody may be there to hear of its damage.
        stream.on('error', (damage) => {
          if (damage.name !== 'AbortError') this.damage ??= broken(damage);
          stream.destroy(); // who begins to read it later would wait for ever
        });
        resolve(Readable.from(this.checked(stream, entry), { objectMode: false }));
      }),
    );
  }

  /** Its first bytes, up to the given number. @throws {UnreadableFile} */
  async beginningOf(name: string, length = 256): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let read = 0;
    const stream: AsyncIterable<Buffer> = await this.read(name);
    for await (const chunk of stream) {
      chunks.push(chunk);
      read += chunk.length;
      if (read >= length) break;
    }
    this.assertSound();
    return Buffer.concat(chunks).subarray(0, length);
  }

  /** @throws {UnreadableFile} if anything that was read was not as it was put in. */
  assertSound(): void {
    if (this.damage !== undefined) throw this.damage;
  }

  /** Errors are kept and not thrown: some readers of streams leave theirs to nobody. yauzl compares only lengths. */
  private async *checked(
    source: AsyncIterable<Buffer>,
    { fileName, crc32: stated }: Entry,
  ): AsyncGenerator<Buffer, void, undefined> {
    let sum = 0;
    let isGiven = false;
    try {
      for await (const chunk of source) {
        sum = crc32(chunk, sum);
        isGiven = true;
        yield chunk;
        isGiven = false;
      }
      if (sum !== stated)
        this.damage ??= new UnreadableFile(`The archive is damaged: ${fileName} is not what it was.`);
    } catch (error) {
      if (isGiven) return; // who reads it wants no more
      this.damage ??= broken(error instanceof Error ? error : new Error(String(error)));
    }
  }

  close(): void {
    this.file.close();
  }

  private entry(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new UnreadableFile(`The archive has no ${name}.`);
    return entry;
  }
}

async function entriesOf(file: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  if (file.entryCount > READING_LIMITS.entries)
    throw new FormatLimitExceeded('files in the archive', READING_LIMITS.entries);
  const places: Place[] = [];
  return await new Promise((resolve, reject) => {
    file
      .on('entry', (entry: Entry) => {
        bytes += entry.uncompressedSize;
        if (bytes > READING_LIMITS.unpackedBytes)
          return reject(new FormatLimitExceeded('bytes in the archive', READING_LIMITS.unpackedBytes));
        places.push({
          from: entry.relativeOffsetOfLocalHeader,
          length: LOCAL_HEAD_BYTES + entry.compressedSize,
        });
        if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
        file.readEntry();
      })
      .on('end', () =>
        overlap(places)
          ? reject(new UnreadableFile('The archive is broken (its files overlap).'))
          : resolve(entries),
      )
      .on('error', (error: Error) => reject(broken(error)));
    file.readEntry();
  });
}

interface Place {
  readonly from: number;
  readonly length: number;
}

/** Of an entry, without its name. */
const LOCAL_HEAD_BYTES = 30;

/** Whether bytes are used twice, as in archives of a few bytes that become any number of them. */
function overlap(places: readonly Place[]): boolean {
  let end = 0;
  for (const { from, length } of places.toSorted((one, other) => one.from - other.from)) {
    if (from < end) return true;
    end = from + length;
  }
  return false;
}

/** yauzl refuses absolute paths, `..` and back slashes in names. */
const broken = (error: Error): UnreadableFile =>
  new UnreadableFile(`The archive is broken (${error.message}).`, { cause: error });
