import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { FairSemaphore } from '@cairn/kernel';
import {
  type FileContent,
  FormatLimitExceeded,
  type FormatFile,
  ReadersBusy,
  UnreadableFile,
} from '@cairn/spaces';
import type { FeatureFiles, FileChunk, FileReading, FileWriting, ReceivedFile } from '@cairn/spaces/spi';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { type Answer, AnswerLines, errorOf } from './answer-lines.js';
import type { FormatJob, ReadingJob } from './format-messages.js';

// Resolved by package name: processes need the bundled program, even when this file runs from its source.
const program = createRequire(import.meta.url).resolve('@cairn/adapter-formats/format-program');

/** The environment variables for the program. Others, such as passwords of stores, are not passed on. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot'];
/** Of JavaScript; what libraries hold besides is limited by the program itself. */
const HEAP_MIB = 1024;

/** Options of `ProcessFeatureFiles`. */
export interface ProcessLimits {
  /** Files that are read at once. */
  readonly processes?: number | undefined;
  /** How long the program may give nothing while somebody waits for it. */
  readonly silenceMs?: number | undefined;
  /** How long somebody may wait for it altogether. */
  readonly totalMs?: number | undefined;
}

/** Reads each file in a process of its own, which is killed if it takes too long. */
export class ProcessFeatureFiles implements FeatureFiles {
  private readonly places: FairSemaphore;
  private readonly silenceMs: number;
  private readonly totalMs: number;

  constructor({ processes = 2, silenceMs = 60_000, totalMs = 30 * 60_000 }: ProcessLimits = {}) {
    this.places = new FairSemaphore({ count: processes, maxWaiting: 100 });
    this.silenceMs = silenceMs;
    this.totalMs = totalMs;
  }

  async receive(name: string, bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile> {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-file-'));
    const discard = async (): Promise<void> => await rm(folder, { recursive: true, force: true });
    const path = join(folder, 'file');
    try {
      const sizeInBytes = await written(path, bytes);
      return { path, name, sizeInBytes, discard };
    } catch (error) {
      await discard();
      throw error;
    }
  }

  async inspect(file: FormatFile, { choices, ...rest }: FileReading): Promise<FileContent> {
    for await (const { content } of this.run({ kind: 'inspect', file, choices }, rest))
      if (content !== undefined) return content;
    throw new UnreadableFile('The file cannot be read.');
  }

  async *read(
    file: FormatFile,
    { choices, ...rest }: FileReading,
  ): AsyncGenerator<FileChunk, void, undefined> {
    for await (const { lines, places, faults } of this.run({ kind: 'read', file, choices }, rest))
      if (places.length > 0 || faults.length > 0) yield { lines, places, faults };
  }

  async *write(
    features: AsyncIterable<string>,
    { format, title, holder = '', cancellation }: FileWriting,
  ): AsyncGenerator<Uint8Array, void, undefined> {
    const leave = await this.acquire(holder, cancellation);
    if (leave === undefined) return;
    const folder = await mkdtemp(join(tmpdir(), 'cairn-file-'));
    const child = start({ kind: 'write', format, title, folder });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const fed = feed(child, features);
    fed.catch(() => child.kill('SIGKILL'));
    try {
      yield* child.stdout;
      await fed;
      if ((await ended) !== 0) throw new Error(`The ${format} could not be written.`);
    } finally {
      child.kill('SIGKILL');
      leave();
      await rm(folder, { recursive: true, force: true });
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

  private async *run(
    job: ReadingJob,
    { holder = '', cancellation }: Pick<FileReading, 'holder' | 'cancellation'>,
  ): AsyncGenerator<Answer, void, undefined> {
    const leave = await this.acquire(holder, cancellation);
    if (leave === undefined) return;
    const child = start(job);
    const kill = (): void => void child.kill('SIGKILL');
    cancellation?.addEventListener('abort', kill);
    try {
      yield* this.answers(child);
    } catch (error) {
      if (cancellation?.aborted !== true) throw error;
    } finally {
      cancellation?.removeEventListener('abort', kill);
      kill();
      leave();
    }
  }

  /** @throws {UnreadableFile} if the program ends before the file, or takes too long. */
  private async *answers(child: FormatChild): AsyncGenerator<Answer, void, undefined> {
    const output: AsyncIterable<Buffer> = child.stdout;
    const chunks = output[Symbol.asyncIterator]();
    const lines = new AnswerLines();
    let leftMs = this.totalMs;
    for (;;) {
      const startedAt = performance.now();
      // Only while somebody waits: a slow store must not make a file unreadable.
      const timer = setTimeout(() => child.kill('SIGKILL'), Math.min(this.silenceMs, leftMs));
      const next = await chunks.next().finally(() => clearTimeout(timer));
      const waitedMs = performance.now() - startedAt;
      leftMs -= waitedMs;
      if (next.done === true) {
        const isSlow = waitedMs >= this.silenceMs || leftMs <= 0;
        throw new UnreadableFile(
          isSlow
            ? 'Reading the file takes too long.'
            : 'Reading the file takes more memory than it may, or its reader crashed.',
        );
      }
      const answer = lines.take(next.value);
      yield answer;
      if (answer.failure !== undefined) throw errorOf(answer.failure);
      if (answer.isOver) return;
    }
  }
}

/** Writes a file that nobody else may read. Gives its size. */
async function written(path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const chunk of bytes) {
      size += chunk.length;
      if (size > READING_LIMITS.sizeInBytes)
        throw new FormatLimitExceeded('bytes', READING_LIMITS.sizeInBytes);
      await file.write(chunk);
    }
    return size;
  } finally {
    await file.close();
  }
}

type FormatChild = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

async function feed({ stdin }: FormatChild, features: AsyncIterable<string>): Promise<void> {
  for await (const text of features) if (!stdin.write(text)) await once(stdin, 'drain');
  stdin.end();
}

function start(job: FormatJob): FormatChild {
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => entryOf(name)));
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MIB}`, program], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.on('error', () => undefined); // its output ends, which says so
  child.stdin.on('error', () => undefined);
  child.stdin.write(`${JSON.stringify(job)}\n`);
  return child;
}

function entryOf(name: string): readonly (readonly [string, string])[] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}
