import { writeFileSync } from 'node:fs';
import { getPriority, setPriority, totalmem } from 'node:os';
import { Worker } from 'node:worker_threads';

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

/** Makes this process one that helps a server: it gives way to it, is limited in memory, and ends with it. */
export function becomeHelper(): void {
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
  process.on('disconnect', () => process.exit(0));
}
