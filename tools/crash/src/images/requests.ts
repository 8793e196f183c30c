import { createHash } from 'node:crypto';
import { uploadForm, type Random, type ServerProcess } from '@cairn/harness';
import { NoiseImage } from './noise-image.js';

/**
 * State of an image: `sending` and `deleting` were requested and not answered, `stored` and `deleted` were
 * acknowledged, `lost` was requested, never acknowledged and found absent.
 */
export type State = 'sending' | 'stored' | 'deleting' | 'deleted' | 'lost';

/** An uploaded image or a copy of one. No two have the same tag, and only copies have the bytes of another. */
export interface Sent {
  readonly tag: string;
  readonly path: string;
  /** Of what is served. */
  readonly sha256: string;
  /** What is stored: more, if metadata is hidden. */
  readonly stored: { readonly sha256: string; readonly sizeInBytes: number };
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

  /** All images with these stored bytes. */
  ofBytes(sha256: string): readonly Sent[] {
    return this.sent.filter((image) => image.stored.sha256 === sha256);
  }

  /** The sizes of what the stored images need, by its hash: copies share it. */
  get blobs(): ReadonlyMap<string, number> {
    return new Map(this.in('stored').map(({ stored }) => [stored.sha256, stored.sizeInBytes]));
  }

  /** Picks a stored image and marks it, so that no other client deletes it. */
  takeForDeletion(random: Random): Sent | undefined {
    const image = random.pick(this.in('stored'));
    if (image !== undefined) image.state = 'deleting';
    return image;
  }
}

const DELETE_SHARE = 0.4;
const COPY_SHARE = 0.2;
/** Of the uploads. */
const HIDDEN_SHARE = 0.3;
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

export interface CopyAnswer extends Omit<Answer, 'what'> {
  readonly what: 'copy';
  /** Whether it was refused with reason: the image was deleted meanwhile. */
  readonly isRefused: boolean;
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
    const isHidden = random.next() < HIDDEN_SHARE;
    return await this.upload(random.pick(images), { path: random.pick(FOLDERS), isHidden });
  }

  /** One of these, or a copy of a stored image, which may be deleted meanwhile. */
  async anyOrCopy(random: Random): Promise<Answer | CopyAnswer> {
    const image = random.next() < COPY_SHARE ? random.pick(this.ledger.in('stored')) : undefined;
    return image === undefined ? await this.any(random) : await this.copy(image);
  }

  async copy(image: Sent): Promise<CopyAnswer> {
    const { sha256, stored } = image;
    const copy = { tag: `crash-${this.ledger.size}`, path: 'copies' };
    const sent = this.ledger.add({ ...copy, sha256, stored, state: 'sending' });
    const response = await this.server.fetch(`/api/images/${image.id ?? ''}/copies`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ path: copy.path, tags: [copy.tag] }),
    });
    const body = await settled(sent, response);
    const isRefused = response.status === 404 && image.state !== 'stored';
    if (isRefused) sent.state = 'lost';
    return { what: 'copy', response, body, isRefused };
  }

  async upload(
    image = NoiseImage.ofSide(1),
    {
      path = '',
      tags = [],
      isHidden = false,
    }: {
      readonly path?: string | undefined;
      readonly tags?: readonly string[];
      /** Whether it has metadata that is stored and not served. */
      readonly isHidden?: boolean;
    } = {},
  ): Promise<Answer> {
    const tag = `crash-${this.ledger.size}`;
    const served = image.with(tag);
    const bytes = isHidden ? NoiseImage.described(served, tag) : served;
    const stored = { sha256: sha256Of(bytes), sizeInBytes: bytes.length };
    const sent = this.ledger.add({ tag, path, sha256: sha256Of(served), stored, state: 'sending' });
    const details = {
      path,
      tags: [tag, ...tags].join(),
      name: 'noise.png',
      metadata: isHidden ? 'hide' : 'remove',
    };
    const form = uploadForm({ bytes, ...details });
    const response = await this.server.fetch('/api/upload', { method: 'POST', body: form });
    const body = await settled(sent, response);
    if (response.status === STORAGE_FULL) sent.state = 'lost';
    return { what: 'upload', response, body };
  }

  async delete(image: Sent): Promise<Answer> {
    const response = await this.server.fetch(`/api/images/${image.id ?? ''}`, { method: 'DELETE' });
    const body: unknown = await response.json();
    if (response.status === 200) image.state = 'deleted';
    return { what: 'delete', response, body };
  }
}

/** Notes an image that was acknowledged. */
async function settled(sent: Sent, response: Response): Promise<unknown> {
  const body = (await response.json()) as { readonly id: string; readonly url: string };
  if (response.status === 201) {
    sent.id = body.id;
    sent.file = new URL(body.url).pathname;
    sent.state = 'stored';
  }
  return body;
}

const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
