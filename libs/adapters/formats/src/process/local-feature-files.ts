import { createReadStream } from 'node:fs';
import { type FeatureFormat, type FileContent, type FormatFile, UnreadableFile } from '@cairn/spaces';
import type {
  FeatureFiles,
  FileChunk,
  FileFault,
  FileReading,
  FileWriting,
  ReceivedFile,
} from '@cairn/spaces/spi';
import { briefContent, briefReason } from '../features/brief-content.js';
import { assertKnown } from '../features/choices-of-formats.js';
import { findFormat } from '../find-format.js';
import { openFormat } from '../formats.js';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { writeFeatures, writtenPath } from '../writing/written.js';
import { knownError } from './known-error.js';
import { ReceivedFiles } from './received-files.js';

/** Options of `LocalFeatureFiles`. */
export interface LocalFiles {
  /** The folder for files while they are read or written. Default: that of the system. */
  readonly folder?: string | undefined;
  /** Of a file. Default: 2 GiB. */
  readonly maxBytes?: number | undefined;
}

/** A chunk is given once it is as long. */
const CHUNK_BYTES = 65_536;

/**
 * Reads files in this process: for tests, for programs that read their own files, and for a process that does nothing else.
 * A server reads what strangers send with `ProcessFeatureFiles`: some readers are synchronous, and a file may take all
 * memory that there is.
 */
export class LocalFeatureFiles implements FeatureFiles {
  private readonly received: ReceivedFiles;

  constructor(options: LocalFiles = {}) {
    this.received = new ReceivedFiles(options);
  }

  async receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    return await this.received.receive(name, bytes);
  }

  /** Removes what processes of this machine left when they were killed. Done with the first file, if not before. */
  async removeLeftOver(): Promise<void> {
    await this.received.removeLeftOver();
  }

  async inspect(file: FormatFile, { choices }: FileReading): Promise<FileContent> {
    return await known(async () =>
      briefContent(await (await formatOf(file, choices)).inspect(file, choices)),
    );
  }

  async *read(
    file: FormatFile,
    { choices, cancellation }: FileReading,
  ): AsyncGenerator<FileChunk, void, undefined> {
    const chunk = new GrowingChunk();
    try {
      const format = await formatOf(file, choices);
      for await (const item of format.read(file, choices)) {
        if (cancellation?.aborted === true) return;
        if ('feature' in item) chunk.add(item.at, JSON.stringify(item.feature));
        else chunk.addFault(item);
        if (chunk.length >= CHUNK_BYTES) yield chunk.take();
      }
    } catch (error) {
      if (chunk.length > 0) yield chunk.take();
      throw knownError(error);
    }
    if (chunk.length > 0) yield chunk.take();
  }

  async *write(
    features: AsyncIterable<string>,
    { format, title, cancellation }: FileWriting,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { path: folder, discard } = await this.received.temporaryFolder();
    try {
      await writeFeatures(linesOf(features), { format, title, folder });
      if (cancellation?.aborted === true) return;
      const bytes: AsyncIterable<Buffer> = createReadStream(writtenPath(folder));
      yield* bytes;
    } finally {
      await discard();
    }
  }
}

async function known<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw knownError(error);
  }
}

async function formatOf(file: FormatFile, choices: FileReading['choices']): Promise<FeatureFormat> {
  if (file.sizeInBytes === 0) throw new UnreadableFile('The file is empty.');
  const format = choices.format ?? (await findFormat(file));
  assertKnown(format, choices);
  return await openFormat(format);
}

/** Each of the texts is one or more lines. */
async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  for await (const text of texts) for (const line of text.split('\n')) if (line !== '') yield line;
}

/** Features and faults until they are given together. Giving each by itself would take longer than making it. */
class GrowingChunk {
  /** In bytes, or thereabouts. */
  length = 0;
  private lines: Buffer[] = [];
  private places: number[] = [];
  private faults: FileFault[] = [];

  add(at: number, text: string): void {
    const line = Buffer.from(`${text}\n`);
    if (line.length > READING_LIMITS.featureBytes)
      return this.addFault({ at, reason: `is larger than ${READING_LIMITS.featureBytes} bytes` });
    this.lines.push(line);
    this.places.push(at);
    this.length += line.length;
  }

  addFault({ at, reason: given }: FileFault): void {
    const reason = briefReason(given);
    this.faults.push({ at, reason });
    this.length += reason.length;
  }

  take(): FileChunk {
    const { lines, places, faults } = this;
    [this.lines, this.places, this.faults, this.length] = [[], [], [], 0];
    return { lines: Buffer.concat(lines), places, faults };
  }
}
