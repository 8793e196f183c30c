import { createReadStream } from 'node:fs';
import { totalmem } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FairSemaphore, StorageUnavailable } from '@cairn/kernel';
import { type FileContent, type FormatFile, ReadersBusy, UnreadableFile } from '@cairn/spaces';
import type { FeatureFiles, FileChunk, FileReading, FileWriting, ReceivedFile } from '@cairn/spaces/spi';
import type { LocalFiles } from './local-feature-files.js';
import { type FormatChild, formatProgram, startChild } from './format-child.js';
import { errorOf } from './format-failures.js';
import { FULL_DISK, type FormatJob, type ReadingJob } from './format-messages.js';
import { fullDisk } from './full-disk.js';
import { type Answer, MessageReader, MessageTooLong } from './message-reader.js';
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
  private readonly silenceMs: number;
  private readonly totalMs: number;
  private readonly memoryInBytes: number;
  private readonly children = new Set<FormatChild>();
  private isClosed = false;

  constructor(private readonly limits: ProcessLimits = {}) {
    const { processes = 2, waiting = 100 } = limits;
    this.places = new FairSemaphore({ count: processes, maxWaiting: waiting });
    this.received = new ReceivedFiles(limits);
    this.silenceMs = limits.silenceMs ?? SILENCE_MS;
    this.totalMs = limits.totalMs ?? TOTAL_MS;
    this.memoryInBytes = limits.memoryInBytes ?? Math.min(MEMORY_BYTES, memoryOfMachine() / 2);
  }

  /** Ends the programs for good, whatever they are doing. What waits for one fails with `StorageUnavailable`. */
  close(): void {
    this.isClosed = true;
    for (const child of this.children) child.kill('SIGKILL');
  }

  async receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    return await this.received.receive(name, bytes);
  }

  /** Removes what processes of this machine left when they were killed. Done with the first file, if not before. */
  async removeLeftOver(): Promise<void> {
    await this.received.removeLeftOver();
  }

  async inspect(file: FormatFile, { choices, ...rest }: FileReading): Promise<FileContent> {
    for await (const answer of this.answers({ kind: 'inspect', file, choices }, rest))
      if (answer.kind === 'content') return answer.content;
    throw new UnreadableFile('Reading the file was cancelled.');
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
      await this.run({ kind: 'write', format, title, folder }, rest, (child) => fed(child, features)).next();
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

  private start(job: FormatJob): FormatChild {
    if (this.isClosed) throw closed();
    const { program = formatProgram() } = this.limits;
    const child = startChild(job, { program, memoryInBytes: this.memoryInBytes });
    this.children.add(child);
    return child.once('close', () => this.children.delete(child));
  }

  private async *run<T>(
    job: FormatJob,
    { holder = '', cancellation }: Pick<FileReading, 'holder' | 'cancellation'>,
    use: (child: FormatChild) => AsyncIterable<T>,
  ): AsyncGenerator<T, void, undefined> {
    const leave = await this.acquire(holder, cancellation);
    if (leave === undefined) return;
    let child: FormatChild | undefined;
    const kill = (): void => void child?.kill('SIGKILL');
    cancellation?.addEventListener('abort', kill);
    try {
      child = this.start(job);
      yield* use(child);
    } catch (error) {
      if (cancellation?.aborted !== true) throw this.isClosed ? closed(error) : error;
    } finally {
      cancellation?.removeEventListener('abort', kill);
      kill();
      leave();
    }
  }

  private answers(
    job: ReadingJob,
    rest: Pick<FileReading, 'holder' | 'cancellation'>,
  ): AsyncGenerator<Answer, void, undefined> {
    return this.run(job, rest, (child) => this.answersOf(child));
  }

  /** @throws {UnreadableFile} if the program ends before the file, or takes too long. */
  private async *answersOf(child: FormatChild): AsyncGenerator<Answer, void, undefined> {
    const output: AsyncIterable<Buffer> = child.stdout;
    const pieces = output[Symbol.asyncIterator]();
    const messages = new MessageReader();
    let leftMs = this.totalMs;
    for (;;) {
      const startedAt = performance.now();
      const wait = { wasTooLong: false };
      const end = (): void => {
        wait.wasTooLong = true;
        child.kill('SIGKILL');
      };
      // Only while somebody waits: a slow store must not make a file unreadable.
      const timer = setTimeout(end, Math.min(this.silenceMs, leftMs));
      const next = await pieces.next().finally(() => clearTimeout(timer));
      leftMs -= performance.now() - startedAt;
      if (next.done === true) throw wait.wasTooLong ? tookTooLong() : crashed();
      for (const answer of answersIn(messages, next.value)) {
        if (answer.kind === 'failure') throw errorOf(answer.failure);
        if (answer.kind === 'end') return;
        yield answer;
      }
    }
  }
}

const closed = (cause?: unknown): StorageUnavailable =>
  new StorageUnavailable('The programs that read and write files were ended.', { cause });

const tookTooLong = (): UnreadableFile => new UnreadableFile('Reading the file takes too long.');
const crashed = (): UnreadableFile =>
  new UnreadableFile('Reading the file takes more memory than it may, or its reader crashed.');

function* answersIn(messages: MessageReader, piece: Buffer): Generator<Answer, void, undefined> {
  try {
    yield* messages.take(piece);
  } catch (error) {
    // What is no message comes from a reader that its file has in its hands.
    if (error instanceof MessageTooLong || error instanceof SyntaxError) throw crashed();
    throw error;
  }
}

/** Gives the features to the program, until it is done with them. @throws {StorageFull} and what the features throw. */
async function* fed(
  child: FormatChild,
  features: AsyncIterable<string>,
): AsyncGenerator<never, void, undefined> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdout.resume(); // it says nothing, and does not close unread
  let failure: { readonly error: unknown } | undefined;
  async function* observed(): AsyncGenerator<string, void, undefined> {
    try {
      yield* features;
    } catch (error) {
      failure = { error };
      throw error;
    }
  }
  // Ends with the program: nobody waits for features then.
  await pipeline(Readable.from(observed()), child.stdin).catch(() => void child.kill('SIGKILL'));
  const code = await ended;
  if (code === FULL_DISK) throw fullDisk();
  if (failure !== undefined) throw failure.error;
  if (code !== 0) throw new Error('The program that writes the file ended before it was done.');
}
