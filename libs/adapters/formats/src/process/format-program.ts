import { pipeline } from 'node:stream/promises';
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority, totalmem } from 'node:os';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { InvalidInput } from '@cairn/kernel';
import { type FileItem, FormatLimitExceeded, UnknownCrs, UnreadableFile } from '@cairn/spaces';
import { findFormat } from '../find-format.js';
import { openFormat } from '../formats.js';
import { written } from '../writing/written.js';
import {
  type FormatFailure,
  type FormatJob,
  LINE,
  type ReadingJob,
  type WritingJob,
} from './format-messages.js';

/** Above this the program ends itself, before the machine runs out of memory. */
const MAX_RESIDENT_BYTES = Math.min(1536 * 1024 ** 2, (process.constrainedMemory() || totalmem()) / 2);
/** Linux ends this process before any other when memory runs out, and not the server. */
const OUT_OF_MEMORY_SCORE = '1000';
/** In a thread of its own, because some readers are synchronous. */
const WATCH = `setInterval(() => {
  if (process.memoryUsage.rss() > ${MAX_RESIDENT_BYTES} || process.ppid !== ${process.ppid})
    process.kill(process.pid, 'SIGTERM');
}, 100)`;
const NICER_BY = 10;
const MOST_NICE = 19;
/** Lines are written together. */
const BATCH_LENGTH = 65_536;

try {
  setPriority(Math.min(MOST_NICE, getPriority() + NICER_BY));
  writeFileSync('/proc/self/oom_score_adj', OUT_OF_MEMORY_SCORE);
} catch {
  // Not on Linux, or not allowed.
}
new Worker(WATCH, { eval: true, stdout: true, stderr: true }).unref();

async function read({ kind, file, choices }: ReadingJob): Promise<void> {
  const output = new Output();
  try {
    const format = await openFormat(choices.format ?? (await findFormat(file)));
    if (kind === 'inspect') output.add(LINE.content, JSON.stringify(await format.inspect(file, choices)));
    else for await (const item of format.read(file, choices)) if (add(output, item)) await output.flush();
    output.add(LINE.end, '');
  } catch (error) {
    output.add(LINE.failure, JSON.stringify(failureOf(error)));
  }
  await output.flush();
  process.exit(0);
}

async function write({ format, title, folder }: WritingJob, lines: AsyncIterable<string>): Promise<void> {
  await pipeline(written(lines, { format, title, folder }), process.stdout);
  process.exit(0);
}

function add(output: Output, item: FileItem): boolean {
  return 'feature' in item
    ? output.add(LINE.feature, `${item.at}\t${JSON.stringify(item.feature)}`)
    : output.add(LINE.fault, `${item.at}\t${JSON.stringify(item.reason)}`);
}

/** The standard output. */
class Output {
  private waiting = '';

  /** Whether it is time to flush. Waiting for each line would take longer than making it. */
  add(kind: string, text: string): boolean {
    this.waiting += `${kind}${text}\n`;
    return this.waiting.length >= BATCH_LENGTH;
  }

  async flush(): Promise<void> {
    const text = this.waiting;
    this.waiting = '';
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  }
}

function failureOf(error: unknown): FormatFailure {
  if (error instanceof UnreadableFile) return { code: error.code, reason: error.reason };
  if (error instanceof FormatLimitExceeded) return { code: error.code, what: error.what, limit: error.limit };
  if (error instanceof UnknownCrs) return { code: error.code, given: error.given };
  if (error instanceof InvalidInput)
    return { code: error.code, faults: error.listed.map(({ code, detail }) => ({ code, detail })) };
  // A library met what it did not expect. Its message may help who made the file.
  return {
    code: 'unreadable-file',
    reason: `The file cannot be read: ${error instanceof Error ? error.message : ''}`,
  };
}

const jobIn: (line: string) => FormatJob = JSON.parse;

const input = createInterface(process.stdin)[Symbol.asyncIterator]();
const first = await input.next();
const job = jobIn(first.done === true ? 'null' : first.value);
if (job.kind === 'write') await write(job, input);
else {
  // Nobody waits for it any more. Reads on, so that the end is seen.
  void input.next().then(() => process.exit(0));
  await read(job);
}
