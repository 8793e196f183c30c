import { AsyncLocalStorage } from 'node:async_hooks';
import * as sync from 'node:fs';
import { promises } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, resolve, sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { DirectoryTree, type DiskEvent, type Inode } from './disk-events.js';

/** As it is, whatever is redirected later. */
const real = { ...promises };

/** Work that can be killed as by SIGKILL: no further call begins or returns. */
interface Killable {
  readonly lastEvent: number;
  readonly underWay: Set<Promise<unknown>>;
  /** Of the files that it has opened, closed or not. */
  readonly handles: Set<FileHandle>;
  readonly kill: () => void;
}

/** Performs `node:fs/promises` calls in a folder and records their effects. */
export class RecordedDisk {
  readonly events: DiskEvent[] = [];
  /** Duration of a short sync. Slow syncs reveal code that does not wait for them. */
  syncMs = 0;
  private readonly tree: DirectoryTree;
  private readonly processes = new AsyncLocalStorage<Killable>();

  /** `root` must exist and be empty. */
  constructor(root: string) {
    this.tree = new DirectoryTree(root);
  }

  /** Whether the path is on this disk. */
  holds(path: string): boolean {
    return this.tree.holds(path);
  }

  /** Runs the work until it ends or `killAfter` more events have happened. Returns whether it ended. */
  async run(work: () => Promise<unknown>, killAfter = Infinity): Promise<boolean> {
    const underWay = new Set<Promise<unknown>>();
    const handles = new Set<FileHandle>();
    return await new Promise<boolean>((end, fail) => {
      // As the kernel closes the files of a process that ends.
      const closeAll = (): unknown => Promise.all(Array.from(handles, (handle) => handle.close()));
      const kill = (): void =>
        void Promise.allSettled(underWay)
          .then(closeAll)
          .then(() => end(false), fail);
      const process: Killable = { lastEvent: this.events.length + killAfter, underWay, handles, kill };
      this.processes.run(process, work).then(() => end(true), fail);
    });
  }

  note(event: DiskEvent): void {
    this.tree.apply(event);
    this.events.push(event);
  }

  /** Performs the call, then records its effect. */
  async call<T>(begin: () => Promise<T>, note: (result: T) => void): Promise<T> {
    const process = this.processes.getStore();
    if (process === undefined) throw new Error('Nothing runs on the recorded disk.');
    if (this.events.length >= process.lastEvent) return await never(process);
    const calling = begin().then((result) => {
      note(result);
      return result;
    });
    process.underWay.add(calling);
    try {
      return await calling;
    } finally {
      process.underWay.delete(calling);
      if (this.events.length >= process.lastEvent) await never(process);
    }
  }

  async open(given: string, flags = 'r', mode?: number): Promise<unknown> {
    const path = resolve(given);
    if (flags !== 'r' && flags !== 'wx') throw new Error(`Not supported: open with ${flags}.`);
    const handle = await this.call(
      async () => {
        const opened = await real.open(path, flags, mode);
        this.processes.getStore()?.handles.add(opened);
        return opened;
      },
      () => {
        if (flags === 'wx') this.enter(path, { inode: this.tree.newInode(), isDirectory: false });
      },
    );
    const file = { inode: known(this.tree.find(path), path), path: this.tree.nameOf(path) };
    return recordedFile(handle, file, this);
  }

  async mkdir(given: string, options: object = {}): Promise<unknown> {
    const path = resolve(given);
    return await this.call(
      () => real.mkdir(path, options),
      () => this.enterMissing(path),
    );
  }

  async link(from: string, to: string): Promise<void> {
    const inode = this.tree.find(resolve(from)); // resolved now: the name may be gone when the call ends
    await this.call(
      () => real.link(from, to),
      () => this.enter(resolve(to), { inode: known(inode, from), isDirectory: false }),
    );
  }

  async unlink(path: string): Promise<void> {
    await this.call(
      () => real.unlink(path),
      () => this.note({ kind: 'leave', ...this.tree.entryOf(resolve(path)) }),
    );
  }

  async rename(from: string, to: string): Promise<void> {
    const inode = this.tree.find(resolve(from));
    const places = { from: this.tree.entryOf(resolve(from)), to: this.tree.entryOf(resolve(to)) };
    await this.call(
      () => real.rename(from, to),
      () => this.note({ kind: 'move', ...places, inode: known(inode, from) }),
    );
  }

  /** Creates the missing directories of the path, from the top. */
  private enterMissing(path: string): void {
    if (this.tree.find(path) !== undefined) return;
    this.enterMissing(dirname(path));
    this.enter(path, { inode: this.tree.newInode(), isDirectory: true });
  }

  private enter(path: string, what: { readonly inode: Inode; readonly isDirectory: boolean }): void {
    this.note({ kind: 'enter', ...this.tree.entryOf(path), ...what });
  }
}

async function never(process: Killable): Promise<never> {
  process.kill();
  return await new Promise<never>(() => undefined);
}

function known(inode: Inode | undefined, path: string): Inode {
  if (inode === undefined) throw new Error(`${path} was not created through the recorded disk.`);
  return inode;
}

/** Methods that change a file in ways that are not recorded. */
const UNKNOWN_OF_FILES = ['appendFile', 'createWriteStream', 'truncate', 'writev'];

/** Maximum depth of blobs and staged files. */
const DEEPEST = 4;

/** An open file or directory whose writes and syncs are recorded. */
function recordedFile(
  handle: FileHandle,
  of: { readonly inode: Inode; readonly path: string },
  disk: RecordedDisk,
): object {
  let position = 0;
  const write = (bytes: Uint8Array, offset = 0): Promise<unknown> =>
    disk.call(
      () => handle.write(bytes, offset),
      ({ bytesWritten }) => {
        const written = Uint8Array.from(bytes.subarray(offset, offset + bytesWritten));
        disk.note({ kind: 'write', inode: of.inode, at: position, bytes: written });
        position += bytesWritten;
      },
    );
  // Longer for directories higher up, so that waiting for one sync never covers another by chance.
  const syncMs = disk.syncMs * 2 ** Math.max(0, DEEPEST - of.path.split(sep).length);
  /** Covers what has ended when it begins. What ends during the sync may be too late for it. */
  const sync = (): Promise<void> => {
    const begun = disk.events.length;
    return disk.call(
      () => setTimeout(syncMs), // the simulated disk defines what is durable
      () => disk.note({ kind: 'sync', ...of, begun }),
    );
  };
  const writeFile = (data: string | Uint8Array): Promise<unknown> => write(Buffer.from(data));
  const known: Readonly<Record<string | symbol, unknown>> = { write, writeFile, sync, datasync: sync };
  return new Proxy(handle, {
    get: (target, name) => {
      if (UNKNOWN_OF_FILES.includes(String(name))) throw new Error(`Not supported: ${String(name)}.`);
      const value: unknown = known[name] ?? Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

const RECORDED = ['open', 'mkdir', 'link', 'unlink', 'rename'] as const;

/** Functions that change a disk in ways that are not recorded. */
const UNKNOWN = [
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
const SHORT = ['mkdir', 'link', 'unlink', 'readdir', 'stat'] as const;

type Call = (...given: unknown[]) => unknown;

/**
 * Redirects `node:fs/promises` of this process to the disk that is current at the time of the call. Gives what ends that.
 */
export function recordFileSystem(current: () => RecordedDisk | undefined): () => void {
  const calls = new Map<string, Call>(SHORT.map((name) => [name, atOnce(sync[`${name}Sync`] as Call)]));
  for (const name of [...RECORDED, ...UNKNOWN]) {
    const elsewhere = calls.get(name) ?? (real[name] as Call);
    calls.set(name, (...given) => {
      const disk = current();
      if (disk?.holds(resolve(String(given[0]))) !== true) return elsewhere(...given);
      const call: unknown = Reflect.get(disk, name);
      if (typeof call !== 'function') throw new Error(`Not supported: ${name} on a recorded disk.`);
      return (call as Call).apply(disk, given);
    });
  }
  redirectTo(Object.fromEntries(calls));
  return () => redirectTo(real);
}

function redirectTo(calls: Readonly<Record<string, unknown>>): void {
  Object.assign(promises, calls);
  syncBuiltinESMExports();
}

function atOnce(call: Call): Call {
  return async (...given) => call(...given);
}
