import type { Hashed } from './hash-worker.ts';

/** Hashes files beside the page, one after another. */
export class FileHashes {
  private readonly worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { type: 'module' });

  /** The SHA-256 in lower-case hexadecimal; `undefined` if the file cannot be read. */
  of(file: File): Promise<string | undefined> {
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
