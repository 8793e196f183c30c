import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadForm, type ServerProcess } from '@cairn/harness';
import type { Ledger, Sent } from './ledger.js';
import { NoiseImage } from './noise-image.js';
import type { Random } from './random.js';

const CLIENTS = 8;
const DELETE_SHARE = 0.4;
const MAX_DELAY_MS = 600;
const FOLDERS = ['', 'crash', 'crash/deep/er'];

/** Images of 3 kB to 1 MB; small ones are sent more often. */
const images = [32, 32, 32, 100, 100, 260, 590].map((side) => NoiseImage.ofSide(side));

/** What clients got done before the kill, and what went wrong before it. */
export interface LoadResult {
  readonly delayMs: number;
  readonly uploads: number;
  readonly deletes: number;
  readonly faults: readonly string[];
}

/** Clients that upload and delete until the server is killed, at a random moment after its first acknowledgement. */
export class Load {
  private uploads = 0;
  private deletes = 0;
  private readonly kill = new AbortController();
  private readonly faults: string[] = [];
  private acknowledge: () => void = () => undefined;
  private readonly firstAcknowledgement = new Promise<void>((resolve) => (this.acknowledge = resolve));

  constructor(
    private readonly server: ServerProcess,
    private readonly ledger: Ledger,
    private readonly random: Random,
  ) {}

  async untilKilled(): Promise<LoadResult> {
    const delayMs = this.random.below(MAX_DELAY_MS + 1);
    const clients = Promise.all(Array.from({ length: CLIENTS }, () => this.client()));
    await Promise.race([this.firstAcknowledgement, clients]);
    await sleep(delayMs);
    this.kill.abort();
    await this.server.end('SIGKILL');
    await clients;
    return { delayMs, uploads: this.uploads, deletes: this.deletes, faults: this.faults };
  }

  private isOver(): boolean {
    return this.kill.signal.aborted;
  }

  private async client(): Promise<void> {
    while (!this.isOver() && this.faults.length === 0) {
      const victim = this.random.next() < DELETE_SHARE ? this.ledger.takeForDeletion(this.random) : undefined;
      try {
        await (victim === undefined ? this.upload() : this.delete(victim));
      } catch (error) {
        if (!this.isOver()) this.faults.push(`a request failed while the server lived: ${String(error)}`);
      }
    }
  }

  private async upload(): Promise<void> {
    const tag = `crash-${this.ledger.size}`;
    const bytes = this.random.pick(images)?.with(tag) ?? Buffer.alloc(0);
    const path = this.random.pick(FOLDERS) ?? '';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const image = this.ledger.add({ tag, path, sha256, state: 'sending' });
    const body = uploadForm({ bytes, path, tags: tag, name: 'noise.png' });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body });
    const answer = (await response.json()) as { readonly id: string; readonly url: string };
    if (response.status !== 201) return this.refused('upload', response.status, answer);
    this.uploads += 1;
    this.acknowledge();
    image.id = answer.id;
    image.file = new URL(answer.url).pathname;
    image.state = 'stored';
  }

  private async delete(image: Sent): Promise<void> {
    const response = await this.server.fetch(`/api/images/${image.id ?? ''}`, { method: 'DELETE' });
    const answer: unknown = await response.json();
    if (response.status !== 200) return this.refused('delete', response.status, answer);
    this.deletes += 1;
    this.acknowledge();
    image.state = 'deleted';
  }

  private refused(what: string, status: number, answer: unknown): void {
    this.faults.push(`${what} answered ${status} ${JSON.stringify(answer)}`);
  }
}
