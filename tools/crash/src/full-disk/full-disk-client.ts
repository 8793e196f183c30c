import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ServerProcess } from '@cairn/harness';
import { Ledger } from '../images/ledger.js';
import { NoiseImage } from '../images/noise-image.js';
import { Reopening } from '../images/reopening.js';
import { ImageRequests } from '../images/requests.js';

const READY_WITHIN_MS = 5_000; // the state is cached for two seconds
const noise = { small: NoiseImage.ofSide(16), large: NoiseImage.ofSide(590) }; // 1 kB and 1 MB
/** They make a record long, so that it fills pages of the database. */
const TAGS = Array.from({ length: 20 }, (_, number) => `tag ${number} ${'x'.repeat(40)}`);

/** Uploads and deletes, and records broken promises. */
export class FullDiskClient {
  readonly faults: string[] = [];
  private readonly ledger = new Ledger();
  private requests: ImageRequests;

  constructor(private server: ServerProcess) {
    this.requests = new ImageRequests(server, this.ledger);
  }

  /** Goes on with the same server after a restart. */
  use(server: ServerProcess): void {
    this.server = server;
    this.requests = new ImageRequests(server, this.ledger);
  }

  /** Number of stored images. */
  get stored(): number {
    return this.ledger.in('stored').length;
  }

  /** Uploads until `most` were sent or an upload finds the disk full. */
  async uploadUntilRefused(
    size: keyof typeof noise,
    { most, atOnce }: { readonly most: number; readonly atOnce: number },
  ): Promise<void> {
    let isFull = false;
    const worker = async (): Promise<void> => {
      while (!isFull && this.ledger.size < most) isFull = (await this.upload(size)) !== 201 || isFull;
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
    for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until; await pause(100)) {
      const response = await this.server.fetch('/readyz', { key: null });
      last = await response.text();
      const { parts } = JSON.parse(last) as { readonly parts: Readonly<Record<string, string>> };
      const shown = Object.fromEntries(Object.keys(expected).map((name) => [name, parts[name]]));
      if (response.status === status && isDeepStrictEqual(shown, expected)) return;
    }
    this.faults.push(`/readyz says ${last} instead of ${JSON.stringify(expected)}`);
  }

  /** Deletes a share of the images one by one; `between` runs after each. Returns how many. */
  async deleteShare(share: number, between: () => Promise<void>): Promise<number> {
    const victims = this.ledger.in('stored').slice(0, Math.floor(this.stored * share));
    for (const image of victims) {
      const { response } = await this.requests.delete(image);
      if (response.status !== 200) this.faults.push(`deleting an image answers ${response.status}`);
      await between();
    }
    return this.ledger.in('deleted').length;
  }

  /** Every stored image is whole, every deleted one gone, and the quota is exact. */
  async expectPromises(when: string): Promise<void> {
    const { faults } = await new Reopening(this.server, this.ledger).check();
    this.faults.push(...faults.map((fault) => `${when}: ${fault}`));
  }

  fullLines(): number {
    return this.server
      .output()
      .split('\n')
      .filter((line) => /"msg":"The disk is full/.test(line)).length;
  }

  private async upload(size: keyof typeof noise): Promise<number> {
    const { response, body } = await this.requests.upload(noise[size], {
      path: `full/${this.ledger.size}`,
      tags: TAGS,
    });
    const { code, detail } = body as { readonly code?: string; readonly detail?: string };
    const isFull = response.status === 507 && code === 'storage-full' && detail?.includes('disk is full');
    if (response.status !== 201 && isFull !== true)
      this.faults.push(`an upload answers ${response.status} ${JSON.stringify(body)}`);
    return response.status;
  }
}
