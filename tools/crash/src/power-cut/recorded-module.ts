import * as sync from 'node:fs';
import { promises as real } from 'node:fs';
import { resolve } from 'node:path';
import type { RecordedDisk } from './recorded-disk.js';

const known = ['open', 'mkdir', 'link', 'unlink', 'rename'] as const;

/** What changes a disk in ways that a recorded one does not know yet. */
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

/** What is done at once elsewhere: a way to another thread and back takes far longer than the work. */
const short = ['mkdir', 'link', 'unlink', 'readdir', 'stat'] as const;

type Call = (...given: unknown[]) => unknown;

/** `node:fs/promises` for those who use the disk that is the current one when they call, and others beside it. */
export function recordedModule(current: () => RecordedDisk | undefined): Readonly<Record<string, unknown>> {
  const calls = new Map<string, Call>(short.map((name) => [name, atOnce(sync[`${name}Sync`] as Call)]));
  for (const name of [...known, ...unknown]) {
    const elsewhere = calls.get(name) ?? (real[name] as Call);
    calls.set(name, (...given) => {
      const disk = current();
      if (disk?.holds(resolve(String(given[0]))) !== true) return elsewhere(...given);
      const call: unknown = Reflect.get(disk, name);
      if (typeof call !== 'function')
        throw new Error(`Not known yet: ${name} on a disk whose power may be cut.`);
      return (call as Call).apply(disk, given);
    });
  }
  return { ...real, ...Object.fromEntries(calls) };
}

function atOnce(call: Call): Call {
  return async (...given) => call(...given);
}
