import type { UploadResult } from '@cairn/api-schema';
import { isCairnError, type Visibility } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import type { WorkItem } from '../../../progress/work.svelte.ts';
import { afterFailure, type NextStep } from './after-failure.ts';

/** The newest ones with this name at this place: more of them have hardly come at one time. */
const LOOKED_AT = 10;

/** Where a file was sent, and what the image must not be as it came of another file. */
interface Sent {
  readonly file: File;
  readonly path: string;
  readonly isOther: (id: string) => boolean;
}

/** Whether it can be told what a file has become: browsers make no digest for pages without https. */
const mayFindStored = (): boolean => 'subtle' in crypto;

/** The image that a file has become whose answer got lost: one of its folder, made of the very same bytes. */
async function findStored({ file, path, isOther }: Sent): Promise<UploadResult | undefined> {
  const { images } = await client.images.page({
    path,
    recursive: false,
    limit: LOOKED_AT,
    sort: 'newest',
    retry: false,
    ...(wordsOf(file.name) !== '' && { q: wordsOf(file.name) }),
  });
  const candidates = images.filter(({ id }) => !isOther(id));
  if (candidates.length === 0) return undefined;
  const digest = hexOf(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  for (const { id, url } of candidates) {
    const { metadata } = await client.images.get(id, { include: ['metadata'], retry: false });
    if (metadata?.uploadSha256 === digest) return { id, url };
  }
  return undefined;
}

/** What a name is found by, whatever the server has made of its other characters and its end. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.\w+$/, '')
    .match(/[\p{L}\p{M}\p{N}]{1,32}/gu)
    ?.slice(0, 4)
    .join(' ') ?? '';

const hexOf = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface UploadPlace {
  readonly path: string;
  readonly tags: readonly string[];
  /** Absent for that of the folder. */
  readonly visibility?: Visibility | undefined;
}

/** A server may decode an image before it answers, and has others that wait for that. */
const SILENT_MS = 120_000;

/** A file on its way to the server. */
export class Upload implements WorkItem {
  state = $state<WorkItem['state']>('waiting');
  part = $state(0);
  result = $state.raw<UploadResult>();
  private error = $state.raw<unknown>();
  /** Whether it may be stored although no answer said so. */
  private mayBeStored = $state(false);
  private breaks = 0;
  private abort = new AbortController();

  constructor(
    readonly file: File,
    private readonly place: UploadPlace,
    private readonly queue: {
      readonly retry: (upload: Upload) => void;
      readonly leaveOut: (upload: Upload) => void;
      readonly isStored: (id: string) => boolean;
    },
  ) {}

  get name(): string {
    return this.file.name;
  }

  get note(): string {
    return i18n.bytes(this.file.size);
  }

  get address(): string | undefined {
    return this.result?.url;
  }

  get reason(): string | undefined {
    if (this.state !== 'failed') return undefined;
    return this.mayBeStored ? i18n.t.uploads.mayBeStored : sentenceOf(this.error, i18n.t);
  }

  get retry(): (() => void) | undefined {
    return this.state === 'failed' || this.state === 'stopped' ? () => this.queue.retry(this) : undefined;
  }

  get leaveOut(): (() => void) | undefined {
    return this.state === 'done' ? undefined : () => this.queue.leaveOut(this);
  }

  /** Sends it. Gives what it has to wait for before it is sent again, if it has: then it is waiting again. */
  async send(inRow: number): Promise<(NextStep & { readonly kind: 'wait' }) | undefined> {
    [this.state, this.part, this.error] = ['running', 0, undefined];
    this.abort = new AbortController();
    const { signal } = this.abort;
    try {
      const earlier = this.mayBeStored ? await this.found() : undefined;
      this.mayBeStored = false;
      this.result = earlier ?? (await this.transfer(signal));
      [this.state, this.part] = ['done', 1];
      return undefined;
    } catch (error) {
      this.error = error;
      if (isCairnError(error, 'aborted') || signal.aborted) {
        this.state = 'stopped';
        return undefined;
      }
      const next = afterFailure(error, { breaks: this.breaks, inRow });
      if (next.kind === 'wait' && (!next.mayBeStored || mayFindStored())) {
        if (next.why === 'offline') this.breaks += 1;
        this.mayBeStored ||= next.mayBeStored;
        [this.state, this.part] = ['waiting', 0];
        return next;
      }
      this.mayBeStored ||= next.kind === 'wait';
      this.state = 'failed';
      return undefined;
    }
  }

  /** Prepares it to be sent again because someone wants that. */
  reset(): void {
    [this.state, this.breaks, this.part] = ['waiting', 0, 0];
    if (!mayFindStored()) this.mayBeStored = false; // as they have been told
  }

  stop(): void {
    if (this.state === 'waiting') this.state = 'stopped';
    this.abort.abort();
  }

  private transfer(signal: AbortSignal): Promise<UploadResult> {
    return client.images.upload(this.file, {
      ...this.place,
      signal,
      retry: false,
      timeoutMs: SILENT_MS,
      onProgress: ({ sentInBytes }) => (this.part = sentInBytes / Math.max(1, this.file.size)),
    });
  }

  private found(): Promise<UploadResult | undefined> {
    return findStored({ file: this.file, path: this.place.path, isOther: this.queue.isStored });
  }
}
