import * as sync from 'node:fs';
import { promises as real } from 'node:fs';
import { resolve } from 'node:path';
import type { RecordedDisk } from './recorded-disk.js';

const known = ['open', 'mkdir', 'link', 'unlink', 'rename'] as const;

/** Functions that change a disk in ways that are not recorded. */
const unknown = [
  'appendFile',
  'copyFile',
  'cp',
  'mkdtemp',
  'rm',
  'rmdir',
  'symlink',
  'truncate',
  'writeFile',
] as const;

/** Done synchronously: a trip to the thread pool takes far longer than the work. */
const short = ['mkdir', 'link', 'unlink', 'readdir', 'stat'] as const;

type Call = (...given: unknown[]) => unknown;

/** `node:fs/promises`, redirected to the disk that is current at the time of the call. */
export function recordedModule(current: () => RecordedDisk | undefined): Readonly<Record<string, unknown>> {
  const calls = new Map<string, Call>(short.map((name) => [name, atOnce(sync[`${name}Sync`] as Call)]));
  for (const name of [...known, ...unknown]) {
    const elsewhere = calls.get(name) ?? (real[name] as Call);
    calls.set(name, (...given) => {
      const disk = current();
      if (disk?.holds(resolve(String(given[0]))) !== true) return elsewhere(...given);
      const call: unknown = Reflect.get(disk, name);
      if (typeof call !== 'function') throw new Error(`Not supported: ${name} on a recorded disk.`);
      return (call as Call).apply(disk, given);
    });
  }
  return { ...real, ...Object.fromEntries(calls) };
}

function atOnce(call: Call): Call {
  return async (...given) => call(...given);
}
