import { readFileSync, readSync, writeSync } from 'node:fs';
import { restrictLibvips } from '../libvips.js';
import { becomeHelper } from '../processes/helper-process.js';
import { readable } from './further-decoders.js';
import { renderImage } from './render-image.js';
import type { RenderJob, RenderResult } from './render-messages.js';

const STDIN = 0;
const STDOUT = 1;

restrictLibvips();
becomeHelper();
process.on('message', (job: RenderJob) => void run(job));

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
