import { crc32 } from 'node:zlib';
import { getFileNameLowLevel, openPromise, type Entry, type ZipFile } from 'yauzl';
import { UsageError } from '../../program/options.js';
import { Refused } from '../../transfer/refused.js';
import {
  faultOfName,
  HIDDEN,
  hiddenPart,
  leftOut,
  nameIn,
  unreadable,
  type ImportSource,
  type SourceFile,
} from './source.js';

/** Text becomes a fiftieth, images hardly shorter. A file of this and more is one that was made to fill a memory. */
const MAX_RATIO = 200;
const MIN_JUDGED_BYTES = 1024 * 1024;

/** Of the flags: the name is in UTF-8. APPNOTE.TXT 4.4.4. */
const UTF8 = 0x800;
/** Of the version: attributes are those of Unix, whose type of file is in the upper bits. APPNOTE.TXT 4.4.2. */
const UNIX = 3;
const FILE_TYPE = 0o170_000;
const LINK = 0o120_000;

/** What is known of each is held until all are imported. */
const MAX_ENTRIES = 1_000_000;

/** Of a local header, without the name: APPNOTE.TXT 4.3.7. */
const HEADER_BYTES = 30;

/** An entry, and where the next one begins. */
interface Placed {
  readonly entry: Entry;
  readonly end: number;
}

/** The files of a ZIP. Nothing is written under their names, and none is longer than the ZIP says. */
export class ZipSource implements ImportSource {
  private constructor(
    private readonly zip: ZipFile,
    /** In the order of the ZIP. */
    private readonly entries: readonly Placed[],
  ) {}

  /** @throws {Error} if it is no ZIP. {UsageError} if entries overlap, or are too many. */
  static async open(path: string): Promise<ZipSource> {
    // If it decoded names or compared sizes, it would refuse all of a ZIP for one entry.
    const options = { autoClose: false, lazyEntries: true, validateEntrySizes: false, decodeStrings: false };
    const zip = await openPromise(path, options);
    try {
      if (zip.entryCount > MAX_ENTRIES)
        throw new UsageError(`The ZIP has ${zip.entryCount} entries, and at most ${MAX_ENTRIES} are read`);
      const entries: Entry[] = [];
      for await (const entry of zip.eachEntry()) entries.push(entry);
      return new ZipSource(zip, await placed(zip, entries));
    } catch (error) {
      zip.close();
      throw error;
    }
  }

  async *list(): AsyncGenerator<SourceFile> {
    const hidden = new Set<string>();
    for (const { entry, end } of this.entries) {
      const text = nameOf(entry);
      const name = nameIn(text);
      if (name === '' || text.endsWith('/')) continue; // a folder
      const part = hiddenPart(name);
      if (part !== undefined) {
        if (!hidden.has(part)) yield leftOut(part, HIDDEN);
        hidden.add(part);
      } else if (isLink(entry)) yield leftOut(name, 'It is a link, or no file of bytes.');
      else {
        const refused = faultOfName(name) ?? faultOf(entry);
        const open = (): Promise<AsyncIterable<Uint8Array>> => Promise.resolve(this.read(entry, end));
        yield { name, sizeInBytes: entry.uncompressedSize, refused, open };
      }
    }
  }

  close(): Promise<void> {
    this.zip.close();
    return Promise.resolve();
  }

  /** What is wrong with one file says nothing of others. @throws {Refused} */
  private async *read(entry: Entry, end: number): AsyncGenerator<Uint8Array> {
    let sum = 0;
    let length = 0;
    try {
      if ((await endOf(this.zip, entry)) > end) throw damaged('it reaches into the next one');
      const parts: AsyncIterable<Uint8Array> = await this.zip.openReadStreamPromise(entry);
      for await (const part of parts) {
        sum = crc32(part, sum);
        length += part.length;
        if (length > entry.uncompressedSize) throw damaged('it has more bytes than the ZIP says');
        yield part;
      }
    } catch (error) {
      throw unreadable(error);
    }
    if (length < entry.uncompressedSize) throw damaged('it has fewer bytes than the ZIP says');
    if (sum !== entry.crc32) throw damaged('its bytes are not those that were packed');
  }
}

const damaged = (reason: string): Refused => new Refused(`It is damaged: ${reason}.`);

/**
 * Entries that overlap are the same bytes several times, so that a few kilobytes become any length. No program packs files so.
 * @throws {UsageError}
 */
async function placed(zip: ZipFile, entries: readonly Entry[]): Promise<readonly Placed[]> {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  const ends = new Map<Entry, number>();
  for (const [index, entry] of inOrder.entries()) {
    const end = inOrder[index + 1]?.relativeOffsetOfLocalHeader ?? Infinity;
    ends.set(entry, end);
    const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } = entry;
    const least = start + HEADER_BYTES + compressedSize;
    if (least + fileNameLength <= end) continue; // as far as the directory tells, which saves reading each header
    const isReaching = (await endOf(zip, entry).catch(() => least)) > end;
    if (isReaching)
      throw new UsageError(
        'The ZIP has entries that overlap, as only those have that were made to fill a disk. Nothing was imported',
      );
  }
  return entries.map((entry) => ({ entry, end: ends.get(entry) ?? Infinity }));
}

/** Where the bytes of an entry end, by its own header. */
async function endOf(zip: ZipFile, entry: Entry): Promise<number> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return fileDataStart + entry.compressedSize;
}

/**
 * The name, with `/` between folders. The Finder of macOS and others write UTF-8 without the flag for it: bytes that are
 * UTF-8 beyond ASCII are hardly ever anything else.
 */
function nameOf({ generalPurposeBitFlag: flags, fileNameRaw, extraFields }: Entry): string {
  return getFileNameLowLevel(isUtf8(fileNameRaw) ? flags | UTF8 : flags, fileNameRaw, extraFields, false);
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isLink({ versionMadeBy, externalFileAttributes }: Entry): boolean {
  return versionMadeBy >>> 8 === UNIX && ((externalFileAttributes >>> 16) & FILE_TYPE) === LINK;
}

function faultOf(entry: Entry): string | undefined {
  const { compressedSize, uncompressedSize } = entry;
  if (entry.isEncrypted()) return 'It is encrypted.';
  if (!entry.canDecodeFileData()) return 'It is compressed in a way that is not known here.';
  const isBomb = uncompressedSize > MIN_JUDGED_BYTES && uncompressedSize > MAX_RATIO * compressedSize;
  return isBomb ? `It is compressed to less than a ${MAX_RATIO}th, as no real file is.` : undefined;
}
