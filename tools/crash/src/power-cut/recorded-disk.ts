import { AsyncLocalStorage } from 'node:async_hooks';
import { promises as real } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DirectoryTree } from './directory-tree.js';
import type { DiskEvent, Inode } from './disk-events.js';
import { RecordedFile } from './recorded-file.js';

/** Work that can be cut off as a process is by SIGKILL: no call of it begins or returns any more. */
interface Killable {
  readonly lastEvent: number;
  readonly underWay: Set<Promise<unknown>>;
  readonly kill: () => void;
}

/** Does in a folder what it is asked for through `node:fs/promises`, and records what that does to the disk. */
export class RecordedDisk {
  readonly events: DiskEvent[] = [];
  /** How long a short sync takes: slow ones find out who does not wait for them. */
  syncMs = 0;
  private readonly tree: DirectoryTree;
  private readonly processes = new AsyncLocalStorage<Killable>();

  /** `root` is there and empty. */
  constructor(root: string) {
    this.tree = new DirectoryTree(root);
  }

  /** Whether the path is on it. */
  holds(path: string): boolean {
    return this.tree.holds(path);
  }

  /** Does the work until it ends or so many more events have happened, and gives whether it ended. */
  async run(work: () => Promise<unknown>, killAfter = Infinity): Promise<boolean> {
    const underWay = new Set<Promise<unknown>>();
    return await new Promise<boolean>((end, fail) => {
      const kill = (): void => void Promise.allSettled(underWay).then(() => end(false));
      const process: Killable = { lastEvent: this.events.length + killAfter, underWay, kill };
      this.processes.run(process, work).then(() => end(true), fail);
    });
  }

  note(event: DiskEvent): void {
    this.tree.apply(event);
    this.events.push(event);
  }

  /** Calls the operating system, and notes what became of it. */
  async call<T>(begin: () => Promise<T>, note: (result: T) => void): Promise<T> {
    const process = this.processes.getStore();
    if (process === undefined) throw new Error('Nobody runs on the recorded disk.');
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
    if (flags !== 'r' && flags !== 'wx') throw new Error(`Not known yet: open with ${flags}.`);
    const handle = await this.call(
      () => real.open(path, flags, mode),
      () => {
        if (flags === 'wx') this.enter(path, { inode: this.tree.newInode(), isDirectory: false });
      },
    );
    const file = { inode: known(this.tree.find(path), path), path: this.tree.nameOf(path) };
    return new RecordedFile(handle, file, this).proxy;
  }

  async mkdir(given: string, options: object = {}): Promise<unknown> {
    const path = resolve(given);
    return await this.call(
      () => real.mkdir(path, options),
      () => this.enterMissing(path),
    );
  }

  async link(from: string, to: string): Promise<void> {
    const inode = this.tree.find(resolve(from)); // now, as the name may lead nowhere when the call has ended
    await this.call(
      () => real.link(from, to),
      () => this.enter(resolve(to), { inode: known(inode, from), isDirectory: false }),
    );
  }

  async unlink(path: string): Promise<void> {
    await this.call(
      () => real.unlink(path),
      () => this.note({ kind: 'leave', ...this.tree.placeOf(resolve(path)) }),
    );
  }

  async rename(from: string, to: string): Promise<void> {
    const inode = this.tree.find(resolve(from));
    const places = { from: this.tree.placeOf(resolve(from)), to: this.tree.placeOf(resolve(to)) };
    await this.call(
      () => real.rename(from, to),
      () => this.note({ kind: 'move', ...places, inode: known(inode, from) }),
    );
  }

  /** The directories of the path that were not there, from the top. */
  private enterMissing(path: string): void {
    if (this.tree.find(path) !== undefined) return;
    this.enterMissing(dirname(path));
    this.enter(path, { inode: this.tree.newInode(), isDirectory: true });
  }

  private enter(path: string, what: { readonly inode: Inode; readonly isDirectory: boolean }): void {
    this.note({ kind: 'enter', ...this.tree.placeOf(path), ...what });
  }
}

async function never(process: Killable): Promise<never> {
  process.kill();
  return await new Promise<never>(() => undefined);
}

function known(inode: Inode | undefined, path: string): Inode {
  if (inode === undefined) throw new Error(`${path} was not made through the recorded disk.`);
  return inode;
}
