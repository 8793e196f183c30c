import type { FileHandle } from 'node:fs/promises';
import { sep } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { DiskEvent, Inode } from './disk-events.js';

/** Methods that change a file in ways that are not recorded. */
const UNKNOWN = ['appendFile', 'createWriteStream', 'truncate', 'writev'];

/** Maximum depth of blobs and staged files. */
const DEEPEST = 4;

/** What a file needs of its disk. */
export interface Recording {
  readonly events: readonly DiskEvent[];
  readonly syncMs: number;
  note(event: DiskEvent): void;
  call<T>(begin: () => Promise<T>, note: (result: T) => void): Promise<T>;
}

/** An open file or directory whose writes and syncs are recorded. */
export class RecordedFile {
  private position = 0;

  constructor(
    private readonly handle: FileHandle,
    private readonly of: { readonly inode: Inode; readonly path: string },
    private readonly recording: Recording,
  ) {}

  /** The handle that is given to the caller. */
  get proxy(): object {
    const known: Readonly<Record<string, unknown>> = {
      write: (bytes: Uint8Array, offset?: number) => this.write(bytes, offset),
      writeFile: (data: string | Uint8Array) =>
        this.write(typeof data === 'string' ? Buffer.from(data) : data),
      sync: () => this.sync(),
      datasync: () => this.sync(),
    };
    return new Proxy(this.handle, {
      get: (target, name) => {
        if (typeof name === 'string' && UNKNOWN.includes(name)) throw new Error(`Not supported: ${name}.`);
        const value: unknown =
          (typeof name === 'string' ? known[name] : undefined) ?? Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  private async write(bytes: Uint8Array, offset = 0): Promise<unknown> {
    return await this.recording.call(
      () => this.handle.write(bytes, offset),
      ({ bytesWritten }) => {
        const written = Uint8Array.from(bytes.subarray(offset, offset + bytesWritten));
        this.recording.note({ kind: 'write', inode: this.of.inode, at: this.position, bytes: written });
        this.position += bytesWritten;
      },
    );
  }

  /** Covers what has ended when it begins. What ends during the sync may be too late for it. */
  private async sync(): Promise<void> {
    const begun = this.recording.events.length;
    await this.recording.call(
      () => setTimeout(this.syncMs), // the simulated disk defines what is durable
      () => this.recording.note({ kind: 'sync', ...this.of, begun }),
    );
  }

  /** Longer for directories higher up, so that waiting for one sync never covers another by chance. */
  private get syncMs(): number {
    return this.recording.syncMs * 2 ** Math.max(0, DEEPEST - this.of.path.split(sep).length);
  }
}
