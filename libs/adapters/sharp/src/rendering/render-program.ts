import { setPriority } from 'node:os';
import { restrictLibvips } from '../libvips.js';
import { readable } from './further-decoders.js';
import { renderImage } from './render-image.js';
import type { RenderJob, RenderResult } from './render-messages.js';

/** Some images take much more memory than their pixels; above this the process ends, not the machine. By SIGTERM, as SIGKILL comes from others. */
const MAX_RESIDENT_BYTES = 1280 * 1024 ** 2;
const WATCH_MS = 100;
/** What answers requests goes first. */
const NICENESS = 5;

restrictLibvips();
try {
  setPriority(NICENESS);
} catch {
  // It then runs like everything else.
}
process.on('message', (job: RenderJob) => void run(job));
process.on('disconnect', () => process.exit(0));

async function run(job: RenderJob): Promise<void> {
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > MAX_RESIDENT_BYTES) process.kill(process.pid, 'SIGTERM');
  }, WATCH_MS);
  try {
    const { bytes, ...facts } = await renderImage(await readable(await received(job.sizeInBytes), job), job);
    const residentBytes = process.memoryUsage.rss();
    answer({ kind: 'rendered', sizeInBytes: bytes.length, ...facts, residentBytes });
    process.stdout.write(bytes);
  } catch {
    answer({ kind: 'unrenderable', reason: 'its pixels are damaged or cannot be transformed so' });
  } finally {
    clearInterval(watch);
  }
}

/** The next bytes of the standard input. */
async function received(sizeInBytes: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(sizeInBytes);
  let filled = 0;
  await new Promise<void>((resolve) => {
    const take = (chunk: Buffer): void => {
      filled += chunk.copy(bytes, filled);
      if (filled < sizeInBytes) return;
      process.stdin.pause().off('data', take);
      resolve();
    };
    process.stdin.on('data', take).resume();
  });
  return bytes;
}

function answer(result: RenderResult): void {
  process.send?.(result);
}
