import type { Hashed } from './hash-worker.ts';

/** The hashes of files, which may be asked for when they are checked and when they are sent. */
const known = new WeakMap<File, string>();

/** Hashes files beside the page, one after another. */
export class FileHashes {
  private readonly worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });

  /** The SHA-256 in lower-case hexadecimal; `undefined` if the file cannot be read. */
  async of(file: File): Promise<string | undefined> {
    const sha256 = known.get(file) ?? (await this.hash(file));
    if (sha256 !== undefined) known.set(file, sha256);
    return sha256;
  }

  private hash(file: File): Promise<string | undefined> {
    const { worker } = this;
    return new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<Hashed>) => resolve(data.sha256);
      worker.onerror = () => resolve(undefined);
      worker.postMessage(file);
    });
  }

  close(): void {
    this.worker.terminate();
  }
}
