import { createHash } from 'node:crypto';
import { type Random, type ServerProcess, uploadForm } from '@cairn/harness';
import type { Ledger, Sent } from './ledger.js';
import { NoiseImage } from './noise-image.js';

const DELETE_SHARE = 0.4;
const FOLDERS = ['', 'crash', 'crash/deep/er'];

/** 3 kB to 6 MB: uploaded in one piece or in several parts. Small ones are more frequent. */
const images = [32, 32, 32, 32, 100, 100, 100, 260, 260, 590, 590, 900, 1_400].map((side) =>
  NoiseImage.ofSide(side),
);

/** A request and its response. */
export interface Answer {
  readonly what: 'upload' | 'delete';
  readonly response: Response;
  readonly body: unknown;
}

/** Sends random uploads and deletes, and records requests and acknowledgements in the ledger. */
export class Requests {
  constructor(
    private readonly server: ServerProcess,
    private readonly ledger: Ledger,
    private readonly random: Random,
  ) {}

  /** Rejects when there is no complete response. */
  async next(): Promise<Answer> {
    const victim = this.random.next() < DELETE_SHARE ? this.ledger.takeForDeletion(this.random) : undefined;
    return await (victim === undefined ? this.upload() : this.delete(victim));
  }

  private async upload(): Promise<Answer> {
    const tag = `crash-${this.ledger.size}`;
    const bytes = this.random.pick(images)?.with(tag) ?? Buffer.alloc(0);
    const path = this.random.pick(FOLDERS) ?? '';
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const image = this.ledger.add({ tag, path, sha256, state: 'sending' });
    const form = uploadForm({ bytes, path, tags: tag, name: 'noise.png' });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body: form });
    const body = (await response.json()) as { readonly id: string; readonly url: string };
    if (response.status === 201) {
      image.id = body.id;
      image.file = new URL(body.url).pathname;
      image.state = 'stored';
    }
    return { what: 'upload', response, body };
  }

  private async delete(image: Sent): Promise<Answer> {
    const response = await this.server.fetch(`/api/images/${image.id ?? ''}`, { method: 'DELETE' });
    const body: unknown = await response.json();
    if (response.status === 200) image.state = 'deleted';
    return { what: 'delete', response, body };
  }
}
