import { readFileSync, readSync, writeSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { restrictLibvips } from '../libvips.js';
import { readable } from './further-decoders.js';
import { renderImage } from './render-image.js';
import type { RenderJob, RenderResult } from './render-messages.js';

/** Some images take much more memory than their pixels; above this the process ends, not the machine. By SIGTERM, as SIGKILL comes from others. */
const MAX_RESIDENT_BYTES = 1280 * 1024 ** 2;
/** In a thread of its own: the main one hears of no timer, and of no end of the server, while it decodes HEIC or JPEG XL. */
const WATCH = `setInterval(() => {
  if (process.memoryUsage.rss() > ${MAX_RESIDENT_BYTES} || process.ppid !== ${process.ppid})
    process.kill(process.pid, 'SIGTERM');
}, 100)`;
/** What answers requests goes first, however nice it is itself. */
const NICER_BY = 10;
const MOST_NICE = 19;
const STDIN = 0;
const STDOUT = 1;

restrictLibvips();
try {
  setPriority(Math.min(MOST_NICE, getPriority() + NICER_BY));
} catch {
  // It then runs like everything else.
}
// Its output is not piped: that would make the one of this process non-blocking, and images longer than a pipe fail.
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

/** `undefined` where it is not the file that was meant, such as one of an image that was deleted meanwhile. */
function fileOf(path: string, { sizeInBytes }: RenderJob): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    return bytes.length === sizeInBytes ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** The next bytes of the standard input. Waits in the call, as there is nothing else to do: a stream takes a millisecond more. */
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
