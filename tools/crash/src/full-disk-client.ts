import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { uploadForm, type ServerProcess } from '@cairn/harness';
import { NoiseImage } from './noise-image.js';

const READY_WITHIN_MS = 5_000; // the state is cached for two seconds
const noise = { small: NoiseImage.ofSide(16), large: NoiseImage.ofSide(590) }; // 1 kB and 1 MB

interface Stored {
  readonly id: string;
  readonly file: string;
  readonly sha256: string;
}

/** Uploads and deletes, and records broken promises. */
export class FullDiskClient {
  readonly faults: string[] = [];
  private readonly images: Stored[] = [];
  private readonly gone: Stored[] = [];
  private sent = 0;

  constructor(private server: ServerProcess) {}

  /** Goes on with the same server after a restart. */
  use(server: ServerProcess): void {
    this.server = server;
  }

  /** Number of stored images. */
  get stored(): number {
    return this.images.length;
  }

  /** Uploads until `most` images are stored or an upload finds the disk full. */
  async uploadUntilRefused(
    size: keyof typeof noise,
    { most, atOnce }: { readonly most: number; readonly atOnce: number },
  ): Promise<void> {
    let isFull = false;
    const worker = async (): Promise<void> => {
      while (!isFull && this.sent < most) isFull = (await this.upload(size)) !== 201 || isFull;
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async expectUpload(expected: number, when: string): Promise<void> {
    const status = await this.upload('large');
    if (status !== expected) this.faults.push(`an upload ${when} answers ${status}`);
  }

  async expectSpace(expected: number): Promise<void> {
    const response = await this.server.fetch('/hub/spaces', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'On a full disk', description: 'x'.repeat(5_000) }),
    });
    const { errorDetails } = (await response.json()) as { readonly errorDetails?: { readonly code: string } };
    if (response.status !== expected && response.status !== 200)
      this.faults.push(`creating a space answers ${response.status}`);
    if (response.status === 507 && errorDetails?.code !== 'storage-full')
      this.faults.push(`creating a space is rejected with the code ${errorDetails?.code ?? '(none)'}`);
  }

  /** Waits until `/readyz` reports these states. The server checks them periodically. */
  async expectParts(expected: Readonly<Record<string, string>>, status: number): Promise<void> {
    let last = '';
    for (
      const startedAt = performance.now();
      performance.now() - startedAt < READY_WITHIN_MS;
      await pause(100)
    ) {
      const response = await this.server.fetch('/readyz', { key: null });
      last = await response.text();
      const { parts } = JSON.parse(last) as { readonly parts: Readonly<Record<string, string>> };
      const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, parts[name]]));
      if (response.status === status && isDeepStrictEqual(shown, expected)) return;
    }
    this.faults.push(`/readyz says ${last} instead of ${JSON.stringify(expected)}`);
  }

  /** Deletes a share of the images one by one; `between` runs after each. */
  async deleteShare(share: number, between: () => Promise<void>): Promise<number> {
    const victims = this.images.splice(0, Math.floor(this.images.length * share));
    for (const image of victims) {
      const { status } = await this.server.fetch(`/api/images/${image.id}`, { method: 'DELETE' });
      if (status !== 200) this.faults.push(`deleting an image answers ${status}`);
      else this.gone.push(image);
      await between();
    }
    return this.gone.length;
  }

  async expectWhole(when: string): Promise<void> {
    for (const { file, sha256 } of this.images) {
      const response = await this.server.fetch(file, { key: null });
      const bytes = Buffer.from(await response.arrayBuffer());
      if (digest(bytes) !== sha256) this.faults.push(`a stored file ${when} answers ${response.status}`);
    }
    const quota = await this.server.fetch('/api/quota');
    const { imageCount } = (await quota.json()) as { readonly imageCount: number };
    if (imageCount !== this.images.length)
      this.faults.push(`the quota counts ${imageCount} images, there are ${this.images.length} ${when}`);
  }

  async expectGone(): Promise<void> {
    for (const { file } of this.gone) {
      const { status } = await this.server.fetch(file, { key: null });
      if (status !== 404) this.faults.push(`the file of a deleted image answers ${status}`);
    }
  }

  fullLines(): number {
    return this.server
      .output()
      .split('\n')
      .filter((line) => /"msg":"The disk is full/.test(line)).length;
  }

  private async upload(size: keyof typeof noise): Promise<number> {
    const bytes = noise[size].with(`image ${this.sent}`);
    // Many tags make a record long, so that it fills pages of the database.
    const tags = Array.from({ length: 20 }, (_, number) => `tag ${number} ${'x'.repeat(40)}`).join();
    this.sent += 1;
    const body = uploadForm({ bytes, name: 'noise.png', path: `full/${this.sent}`, tags });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body });
    const answer = (await response.json()) as Readonly<Record<'id' | 'url' | 'code' | 'detail', string>>;
    if (response.status === 201)
      this.images.push({ id: answer.id, file: new URL(answer.url).pathname, sha256: digest(bytes) });
    else if (
      response.status !== 507 ||
      answer.code !== 'storage-full' ||
      !answer.detail.includes('disk is full')
    )
      this.faults.push(`an upload answers ${response.status} ${JSON.stringify(answer)}`);
    return response.status;
  }
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
