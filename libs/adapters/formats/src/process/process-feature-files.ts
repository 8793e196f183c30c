import { createReadStream } from 'node:fs';
import { totalmem } from 'node:os';
import { FairSemaphore, StorageUnavailable, type QueueState } from '@cairn/kernel';
import { type FileContent, type FormatFile, ReadersBusy, UnreadableFile } from '@cairn/spaces';
import type { FeatureFiles, FileChunk, FileReading, FileWriting, ReceivedFile } from '@cairn/spaces/spi';
import type { LocalFiles } from './local-feature-files.js';
import { type FormatChild, formatProgram, startChild } from './format-child.js';
import type { ReadingJob } from './format-messages.js';
import { FormatReader, type ReadingTimes } from './format-reader.js';
import { FormatWriter } from './format-writer.js';
import { KeptReaders } from './kept-readers.js';
import type { Answer } from './message-reader.js';
import { writtenPath } from '../writing/written.js';
import { ReceivedFiles } from './received-files.js';

/** Options of `ProcessFeatureFiles`. */
export interface ProcessLimits extends LocalFiles {
  /** Files that are read or written at once. Default: 2. */
  readonly processes?: number | undefined;
  /** Files that wait for that. Default: 100. */
  readonly waiting?: number | undefined;
  /** How long the program may give nothing while somebody waits for it. Default: one minute. */
  readonly silenceMs?: number | undefined;
  /** How long somebody may wait for it altogether. Default: half an hour. */
  readonly totalMs?: number | undefined;
  /** What a program may take. Default: 1.5 GiB, half of the memory at most. */
  readonly memoryInBytes?: number | undefined;
  /** The path of the program, where it is bundled in another place than this package. */
  readonly program?: string | undefined;
}

const MEMORY_BYTES = 1536 * 1024 ** 2;
const [SILENCE_MS, TOTAL_MS] = [60_000, 30 * 60_000];

const memoryOfMachine = (): number => Math.min(process.constrainedMemory() || Infinity, totalmem());

/** Reads each file in a process of its own, which is killed if it takes too long, or too much memory. */
export class ProcessFeatureFiles implements FeatureFiles {
  private readonly places: FairSemaphore;
  private readonly received: ReceivedFiles;
  private readonly kept: KeptReaders;
  private readonly times: ReadingTimes;
  private readonly memoryInBytes: number;
  private readonly children = new Set<FormatChild>();
  private isClosed = false;

  constructor(private readonly limits: ProcessLimits = {}) {
    const { processes = 2, waiting = 100, silenceMs = SILENCE_MS, totalMs = TOTAL_MS } = limits;
    this.places = new FairSemaphore({ count: processes, maxWaiting: waiting });
    this.received = new ReceivedFiles(limits);
    this.kept = new KeptReaders(processes);
    this.times = { silenceMs, totalMs };
    this.memoryInBytes = limits.memoryInBytes ?? Math.min(MEMORY_BYTES, memoryOfMachine() / 2);
  }

  /** Files that are read and written, and that wait for that. */
  get state(): QueueState {
    return this.places.state;
  }

  /** Ends the programs for good, whatever they are doing. What waits for one fails with `StorageUnavailable`. */
  close(): void {
    this.isClosed = true;
    for (const child of this.children) child.kill('SIGKILL');
  }

  async receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const file = await this.received.receive(name, bytes);
    this.kept.begin(file.path);
    return {
      ...file,
      discard: async () => {
        this.kept.end(file.path);
        await file.discard();
      },
    };
  }

  /** Removes what processes of this machine left when they were killed. Done with the first file, if not before. */
  async removeLeftOver(): Promise<void> {
    await this.received.removeLeftOver();
  }

  async inspect(file: FormatFile, { choices, ...rest }: FileReading): Promise<FileContent> {
    let content: FileContent | undefined;
    for await (const answer of this.answers({ kind: 'inspect', file, choices }, rest))
      if (answer.kind === 'content') content = answer.content;
    if (content === undefined) throw new UnreadableFile('Reading the file was cancelled.');
    return content;
  }

  async *read(
    file: FormatFile,
    { choices, ...rest }: FileReading,
  ): AsyncGenerator<FileChunk, void, undefined> {
    for await (const answer of this.answers({ kind: 'read', file, choices }, rest))
      if (answer.kind === 'chunk') {
        const { lines, places, faults } = answer;
        yield { lines, places, faults };
      }
  }

  /** Who reads the bytes slowly keeps a file, and no place of a program. */
  async *write(
    features: AsyncIterable<string>,
    { format, title, ...rest }: FileWriting,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const { path: folder, discard } = await this.received.temporaryFolder();
    try {
      const writing = this.run(rest, {
        open: () => new FormatWriter(this.start()),
        use: (writer) => writer.write({ kind: 'write', format, title, folder }, features),
        close: (writer) => writer.kill(),
      });
      await writing.next();
      if (rest.cancellation?.aborted === true) return;
      const bytes: AsyncIterable<Buffer> = createReadStream(writtenPath(folder));
      yield* bytes;
    } finally {
      await discard();
    }
  }

  /** `undefined` if it was cancelled meanwhile. @throws {ReadersBusy} */
  private async acquire(
    holder: string,
    cancellation: FileReading['cancellation'],
  ): Promise<(() => void) | undefined> {
    const leave = await this.places.acquire({ holder, cancellation });
    if (leave === 'cancelled') return undefined;
    if (typeof leave === 'string') throw new ReadersBusy();
    return leave;
  }

  private start(): FormatChild {
    const { program = formatProgram() } = this.limits;
    const child = startChild({ program, memoryInBytes: this.memoryInBytes });
    this.children.add(child);
    return child.once('close', () => this.children.delete(child));
  }

  private answers(
    job: ReadingJob,
    rest: Pick<FileReading, 'holder' | 'cancellation'>,
  ): AsyncGenerator<Answer, void, undefined> {
    const { path } = job.file;
    return this.run(rest, {
      open: () => this.kept.take(path) ?? new FormatReader(this.start()),
      use: (reader) => reader.answers(job, this.times),
      close: (reader) => this.kept.giveBack(path, reader),
    });
  }

  private async *run<P extends Program, T>(
    { holder = '', cancellation }: Pick<FileReading, 'holder' | 'cancellation'>,
    { open, use, close }: Work<P, T>,
  ): AsyncGenerator<T, void, undefined> {
    const leave = await this.acquire(holder, cancellation);
    if (leave === undefined) return;
    let program: P | undefined;
    const kill = (): void => program?.kill();
    cancellation?.addEventListener('abort', kill);
    try {
      if (this.isClosed) throw closed();
      program = open();
      yield* use(program);
    } catch (error) {
      if (cancellation?.aborted !== true) throw this.isClosed ? closed(error) : error;
    } finally {
      cancellation?.removeEventListener('abort', kill);
      if (program !== undefined) close(program);
      leave();
    }
  }
}

interface Program {
  kill(): void;
}

/** What is done with a program, and with it afterwards. */
interface Work<P extends Program, T> {
  readonly open: () => P;
  readonly use: (program: P) => AsyncIterable<T>;
  readonly close: (program: P) => void;
}

const closed = (cause?: unknown): StorageUnavailable =>
  new StorageUnavailable('The programs that read and write files were ended.', { cause });
