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

/** Text shrinks to a fiftieth, and images hardly at all. A higher ratio means a file made to exhaust the memory. */
const MAX_RATIO = 200;
const MIN_JUDGED_BYTES = 1024 * 1024;

/** The flag for names in UTF-8. APPNOTE.TXT 4.4.4. */
const UTF8 = 0x800;
/** The version of creators on Unix: the upper bits of the attributes are the file type. APPNOTE.TXT 4.4.2. */
const UNIX = 3;
const FILE_TYPE = 0o170_000;
const LINK = 0o120_000;

/** The entries stay in memory until all are imported. */
const MAX_ENTRIES = 1_000_000;

/** The length of a local header without the name: APPNOTE.TXT 4.3.7. */
const HEADER_BYTES = 30;

/** An entry, and the offset where the next one begins. */
interface Placed {
  readonly entry: Entry;
  readonly end: number;
}

/** The files of a ZIP. Their names are never used for writing, and no file may be longer than the ZIP says. */
export class ZipSource implements ImportSource {
  private constructor(
    private readonly zip: ZipFile,
    /** The entries in the order of the ZIP. */
    private readonly entries: readonly Placed[],
  ) {}

  /** @throws {Error} if it is not a ZIP. {UsageError} if entries overlap, or are too many. */
  static async open(path: string): Promise<ZipSource> {
    // With decoding and size checks enabled, one bad entry would make the whole ZIP unreadable.
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
      if (name === '' || text.endsWith('/')) continue; // it stands for a folder
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

  /** An error in one file does not affect others. @throws {Refused} */
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
 * Overlapping entries use the same bytes several times, so that a few kilobytes expand to any length. No real program
 * writes such files.
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
    if (least + fileNameLength <= end) continue; // certain from the directory alone, which saves reading each header
    const isReaching = (await endOf(zip, entry).catch(() => least)) > end;
    if (isReaching)
      throw new UsageError(
        'The ZIP has entries that overlap, as only those have that were made to fill a disk. Nothing was imported',
      );
  }
  return entries.map((entry) => ({ entry, end: ends.get(entry) ?? Infinity }));
}

/** The end offset of an entry's bytes, according to its own header. */
async function endOf(zip: ZipFile, entry: Entry): Promise<number> {
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
  return fileDataStart + entry.compressedSize;
}

/**
 * The name, with `/` between folders. The Finder of macOS and others write UTF-8 without the flag for it: non-ASCII
 * bytes that are valid UTF-8 are almost never another encoding.
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
