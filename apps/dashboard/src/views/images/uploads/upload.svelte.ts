import type { UploadResult } from '@cairn/api-schema';
import { isCairnError, type Visibility } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import type { WorkItem } from '../../../progress/work.svelte.ts';
import { afterFailure, type NextStep } from './after-failure.ts';

/**
 * The number of the newest images with this name at this place that are compared. More hardly ever arrive at the same
 * time.
 */
const LOOKED_AT = 10;

/** The place of an uploaded file, and images that came from other files and are therefore excluded. */
interface Sent {
  readonly file: File;
  readonly path: string;
  readonly isOther: (id: string) => boolean;
}

/** Whether the image of a file can be found again: browsers compute no digest on pages without https. */
const mayFindStored = (): boolean => 'subtle' in crypto;

/** Finds the image of a file whose response was lost: an image in its folder with exactly the same bytes. */
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

/** The words by which a name is found, whatever the server has changed in its other characters and its extension. */
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
  /** Absent for the default of the folder. */
  readonly visibility?: Visibility | undefined;
}

/** The server may decode the image before it responds, after other images that wait for this too. */
const SILENT_MS = 120_000;

/** A file that is being uploaded. */
export class Upload implements WorkItem {
  state = $state<WorkItem['state']>('waiting');
  part = $state(0);
  result = $state.raw<UploadResult>();
  private error = $state.raw<unknown>();
  /** Whether the server may have stored it although no response said so. */
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

  /** Sends the file. Returns the reason to wait before a retry, if there is one. The file then waits again. */
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

  /** Prepares the file for another attempt that somebody asked for. */
  reset(): void {
    [this.state, this.breaks, this.part] = ['waiting', 0, 0];
    if (!mayFindStored()) this.mayBeStored = false; // they know that it may be stored
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
