import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import type { Readable, Writable } from 'node:stream';
import type { FormatJob } from './format-messages.js';

/** The environment variables for the program. Others, such as passwords of stores, are not passed on. */
const PASSED_ON = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'SystemRoot'];
/** Of JavaScript, of all the memory that the program may take. */
const HEAP_SHARE = 2 / 3;
const MIB = 1024 ** 2;

/** A running program, and what it may take. */
export type FormatChild = ChildProcess & { readonly stdin: Writable; readonly stdout: Readable };

/** The program in this package. */
export const formatProgram = (): string =>
  // By its name in the package: processes need the bundled program, even when this file runs from its source.
  createRequire(import.meta.url).resolve('@cairn/adapter-formats/format-program');

/** Starts the program, which waits for a job. */
export function startChild({
  program,
  memoryInBytes,
}: {
  readonly program: string;
  readonly memoryInBytes: number;
}): FormatChild {
  const env = Object.fromEntries(PASSED_ON.flatMap((name) => entryOf(name)));
  const heap = `--max-old-space-size=${Math.ceil((HEAP_SHARE * memoryInBytes) / MIB)}`;
  const child = spawn(process.execPath, [heap, program, String(memoryInBytes)], {
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.on('error', () => undefined); // its output ends, which says so
  child.stdin.on('error', () => undefined);
  return child;
}

/** Tells the program what to do. */
export function give(child: FormatChild, job: FormatJob): void {
  child.stdin.write(`${JSON.stringify(job)}\n`);
}

function entryOf(name: string): readonly (readonly [string, string])[] {
  const value = process.env[name];
  return value === undefined ? [] : [[name, value]];
}
