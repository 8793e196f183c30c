import { createHash } from 'node:crypto';
import { uploadForm, type Random, type ServerProcess } from '@cairn/harness';
import { NoiseImage } from './noise-image.js';

/**
 * State of an image: `sending` and `deleting` were requested and not answered, `stored` and `deleted` were
 * acknowledged, `lost` was requested, never acknowledged and found absent.
 */
export type State = 'sending' | 'stored' | 'deleting' | 'deleted' | 'lost';

/** An uploaded image. No two have the same bytes or tag. */
export interface Sent {
  readonly tag: string;
  readonly path: string;
  readonly sha256: string;
  state: State;
  /** Known once the upload was acknowledged or found stored. */
  id?: string;
  /** Path of the file's URL. Host and port change with every start. */
  file?: string;
}

/** Of servers whose images are deleted for good: the ledger knows no trash. */
export const FOR_GOOD = { CAIRN_TRASH_DAYS: '0' } as const;

/** Every request that was sent and every promise that was made. */
export class Ledger {
  private readonly sent: Sent[] = [];

  add(image: Sent): Sent {
    this.sent.push(image);
    return image;
  }

  get size(): number {
    return this.sent.length;
  }

  in(...states: readonly State[]): readonly Sent[] {
    return this.sent.filter(({ state }) => states.includes(state));
  }

  ofBytes(sha256: string): Sent | undefined {
    return this.sent.find((image) => image.sha256 === sha256);
  }

  /** Picks a stored image and marks it, so that no other client deletes it. */
  takeForDeletion(random: Random): Sent | undefined {
    const image = random.pick(this.in('stored'));
    if (image !== undefined) image.state = 'deleting';
    return image;
  }
}

const DELETE_SHARE = 0.4;
const STORAGE_FULL = 507; // nothing is stored, unlike after a 503, where that is open
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

/** Sends uploads and deletes, and records requests and acknowledgements in the ledger. Rejects without a whole response. */
export class ImageRequests {
  constructor(
    private readonly server: ServerProcess,
    private readonly ledger: Ledger,
  ) {}

  /** An upload or a delete. */
  async any(random: Random): Promise<Answer> {
    const victim = random.next() < DELETE_SHARE ? this.ledger.takeForDeletion(random) : undefined;
    if (victim !== undefined) return await this.delete(victim);
    return await this.upload(random.pick(images), { path: random.pick(FOLDERS) });
  }

  async upload(
    image = NoiseImage.ofSide(1),
    { path = '', tags = [] }: { readonly path?: string | undefined; readonly tags?: readonly string[] } = {},
  ): Promise<Answer> {
    const tag = `crash-${this.ledger.size}`;
    const bytes = image.with(tag);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const sent = this.ledger.add({ tag, path, sha256, state: 'sending' });
    const form = uploadForm({ bytes, path, tags: [tag, ...tags].join(), name: 'noise.png' });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body: form });
    const body = (await response.json()) as { readonly id: string; readonly url: string };
    if (response.status === 201) {
      sent.id = body.id;
      sent.file = new URL(body.url).pathname;
      sent.state = 'stored';
    } else if (response.status === STORAGE_FULL) sent.state = 'lost';
    return { what: 'upload', response, body };
  }

  async delete(image: Sent): Promise<Answer> {
    const response = await this.server.fetch(`/api/images/${image.id ?? ''}`, { method: 'DELETE' });
    const body: unknown = await response.json();
    if (response.status === 200) image.state = 'deleted';
    return { what: 'delete', response, body };
  }
}
