import { readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { getPriority, setPriority, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';
import { restrictLibvips } from '../libvips.js';
import { readable } from './further-decoders.js';
import { renderImage } from './render-image.js';
import type { RenderJob, RenderResult } from './render-messages.js';

/**
 * Some images take much more memory than their pixels. Above this limit the process ends itself before the machine runs
 * out. Uses SIGTERM, because SIGKILL means a kill from outside.
 */
const MAX_RESIDENT_BYTES = Math.min(1280 * 1024 ** 2, (process.constrainedMemory() || totalmem()) / 2);
/** Linux ends this process before any other when memory runs out, and not the server. */
const OUT_OF_MEMORY_SCORE = '1000';
/**
 * In its own thread: decoding HEIC or JPEG XL blocks timers and the detection of the parent's end in the main thread.
 */
const WATCH = `setInterval(() => {
  if (process.memoryUsage.rss() > ${MAX_RESIDENT_BYTES} || process.ppid !== ${process.ppid})
    process.kill(process.pid, 'SIGTERM');
}, 100)`;
/** Lowers the priority relative to the server, which answers requests. */
const NICER_BY = 10;
const MOST_NICE = 19;
const STDIN = 0;
const STDOUT = 1;

restrictLibvips();
try {
  setPriority(Math.min(MOST_NICE, getPriority() + NICER_BY));
} catch {
  // Continues with normal priority.
}
try {
  writeFileSync('/proc/self/oom_score_adj', OUT_OF_MEMORY_SCORE);
} catch {
  // Not on Linux.
}
// Its output is not piped: a pipe would make this process's standard output non-blocking, and images longer than a pipe
// would fail.
new Worker(WATCH, { eval: true, stdout: true, stderr: true }).unref();
process.on('message', (job: RenderJob) => void run(job));
process.on('disconnect', () => process.exit(0));

async function run(job: RenderJob): Promise<void> {
  const bytes = job.path === undefined ? received(job.sizeInBytes) : fileOf(job.path, job);
  if (bytes === undefined) return answer({ kind: 'unread' });
  try {
    const { bytes: image, ...facts } = await renderImage(await readable(bytes, job), job);
    const residentBytes = process.memoryUsage.rss();
    answer({ kind: 'rendered', sizeInBytes: image.length, ...facts, residentBytes });
    send(image);
  } catch {
    answer({ kind: 'unrenderable', reason: 'its pixels are damaged or cannot be transformed so' });
  }
}

/** The bytes of the file; `undefined` if they are not the expected ones, such as after the image was deleted. */
function fileOf(path: string, { sizeInBytes }: RenderJob): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length === sizeInBytes ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the next bytes of the standard input synchronously: there is nothing else to do, and a stream takes a
 * millisecond more.
 */
function received(sizeInBytes: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(sizeInBytes);
  for (let filled = 0; filled < sizeInBytes;) {
    const count = readSync(STDIN, bytes, filled, sizeInBytes - filled, null);
    if (count === 0) process.exit(0); // the server has ended
    filled += count;
  }
  return bytes;
}

function send(bytes: Uint8Array): void {
  for (let sent = 0; sent < bytes.length;) sent += writeSync(STDOUT, bytes, sent);
}

function answer(result: RenderResult): void {
  process.send?.(result);
}
