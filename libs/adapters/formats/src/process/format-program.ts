import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { StorageFull } from '@cairn/kernel';
import { linesIn } from '../text/lines.js';
import { writeFeatures } from '../writing/written.js';
import { failureOf } from './format-failures.js';
import { diskError } from './full-disk.js';
import {
  FULL_DISK,
  type FormatJob,
  type FormatMessage,
  type ReadingJob,
  type WritingJob,
} from './format-messages.js';
import { LocalFeatureFiles } from './local-feature-files.js';

/** Above this the program ends itself, before the machine runs out of memory. */
const maxResidentBytes = Number(process.argv[2]);
/** Above this it does not read its file again: what it needed before would count. */
const maxIdleBytes = maxResidentBytes / 4;
/** Linux ends this process before any other when memory runs out, and not the server. */
const OUT_OF_MEMORY_SCORE = '1000';
/** In a thread of its own, because some readers are synchronous. */
const WATCH = `const check = () => {
  if (process.memoryUsage.rss() > ${maxResidentBytes} || process.ppid !== ${process.ppid})
    process.kill(process.pid, 'SIGTERM');
};
check();
setInterval(check, 100);
require('node:worker_threads').parentPort.postMessage('watching');`;
const NICER_BY = 10;
const MOST_NICE = 19;

try {
  setPriority(Math.min(MOST_NICE, getPriority() + NICER_BY));
  writeFileSync('/proc/self/oom_score_adj', OUT_OF_MEMORY_SCORE);
} catch {
  // Not on Linux, or not allowed.
}
const watch = new Worker(WATCH, { eval: true, stdout: true, stderr: true });
await once(watch, 'message');
watch.unref();

async function read(job: ReadingJob): Promise<void> {
  const files = new LocalFeatureFiles();
  const { file, choices } = job;
  try {
    if (job.kind === 'inspect')
      await give({ kind: 'content', content: await files.inspect(file, { choices }) });
    else
      for await (const { lines, places, faults } of files.read(file, { choices }))
        await give({ kind: 'chunk', places, faults, sizeInBytes: lines.length }, lines);
    await give({ kind: 'end', goesOn: goesOn() });
  } catch (error) {
    await give({ kind: 'failure', failure: failureOf(error), goesOn: goesOn() });
  }
}

const goesOn = (): boolean => process.memoryUsage.rss() <= maxIdleBytes;

async function give(message: FormatMessage, lines?: Uint8Array): Promise<void> {
  process.stdout.write(`${JSON.stringify(message)}\n`);
  // Also after the message alone, so that it is out before the program ends.
  await new Promise<void>((resolve) => process.stdout.write(lines ?? '', () => resolve()));
}

async function write(wanted: WritingJob): Promise<void> {
  try {
    await writeFeatures(input, wanted);
  } catch (error) {
    process.exit(diskError(error) instanceof StorageFull ? FULL_DISK : 1);
  }
}

const jobIn: (line: string) => FormatJob = JSON.parse;

const input = linesIn(process.stdin);
for (let next = input.next(); ;) {
  const line = await next;
  if (line.done === true) break;
  const job = jobIn(line.value);
  if (job.kind === 'write') {
    await write(job);
    break;
  }
  // Reads on, so that the end is seen: nobody waits for this one any more.
  next = input.next();
  void next.then(({ done }) => done === true && process.exit(0));
  await read(job);
}
process.exit(0);
