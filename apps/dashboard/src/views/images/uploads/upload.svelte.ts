import type { UploadResult } from '@cairn/api-schema';
import { isCairnError, newIdempotencyKey, type AddOptions } from '@cairn/client';
import { client } from '../../../api/client.ts';
import { sentenceOf } from '../../../api/faults.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import type { WorkItem } from '../../../progress/work.svelte.ts';
import { placeKnown, type KnownFile } from './known-files.ts';
import { afterFailure, maySucceed, type NextStep } from './after-failure.ts';
import { localTime } from './local-time.ts';
import type { UploadPlace } from './upload-place.ts';

/** The server may decode the image before it responds, after other images that wait for this too. */
const SILENT_MS = 120_000;

/** A file that is being uploaded. */
export class Upload implements WorkItem {
  state = $state<WorkItem['state']>('waiting');
  part = $state(0);
  result = $state.raw<UploadResult>();
  /** Set if the server has the bytes. Then none are sent. */
  known = $state.raw<KnownFile>();
  /** Whether it is not known yet if they are there, or nobody has said yet what to do. */
  isHeld = $state(false);
  private error = $state.raw<unknown>();
  private breaks = 0;
  /** The server stores the file once, however often it is sent. */
  private readonly idempotencyKey = newIdempotencyKey();
  private abort = new AbortController();

  constructor(
    readonly file: File,
    readonly place: UploadPlace,
    private readonly queue: {
      readonly retry: (upload: Upload) => void;
      readonly leaveOut: (upload: Upload) => void;
    },
  ) {}

  get name(): string {
    return this.file.name;
  }

  get note(): string {
    const found = this.known?.where ?? (this.result?.existing && 'here');
    const where = found === 'elsewhere' && this.place.album !== undefined ? 'library' : found;
    const said = this.state === 'done' && where && i18n.t.uploads.known[where];
    return said || i18n.bytes(this.file.size);
  }

  get path(): string {
    return this.place.path;
  }

  get address(): string | undefined {
    return this.result?.url;
  }

  get reason(): string | undefined {
    return this.state === 'failed' ? sentenceOf(this.error, i18n.t) : undefined;
  }

  /** Whether it makes sense to send the file again. */
  get mayRetry(): boolean {
    return this.state === 'stopped' || (this.state === 'failed' && maySucceed(this.error));
  }

  get retry(): (() => void) | undefined {
    return this.mayRetry ? () => this.queue.retry(this) : undefined;
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
      this.result = await this.store(signal);
      [this.state, this.part] = ['done', 1];
      return undefined;
    } catch (error) {
      this.error = error;
      if (isCairnError(error, 'aborted') || signal.aborted) {
        this.state = 'stopped';
        return undefined;
      }
      const next = afterFailure(error, { breaks: this.breaks, inRow });
      if (next.kind === 'wait') {
        if (next.why === 'offline') this.breaks += 1;
        [this.state, this.part] = ['waiting', 0];
        return next;
      }
      this.state = 'failed';
      return undefined;
    }
  }

  /** Prepares the file for another attempt that somebody asked for. */
  reset(): void {
    [this.state, this.breaks, this.part] = ['waiting', 0, 0];
  }

  stop(): void {
    if (this.state === 'waiting') this.state = 'stopped';
    this.abort.abort();
  }

  private async store(signal: AbortSignal): Promise<UploadResult> {
    const result = await (this.known === undefined ? this.transfer(signal) : this.reuse(this.known));
    const { album } = this.place;
    if (album !== undefined && !album.isOnly) {
      await client.call('POST /api/albums/{id}/images', {
        params: { id: album.id },
        body: { images: [result.id] },
        signal,
      });
    }
    return result;
  }

  /** If the image is gone meanwhile, the next attempt sends the bytes. */
  private async reuse(known: KnownFile): Promise<UploadResult> {
    try {
      return await placeKnown(known, this.place);
    } catch (error) {
      if (isCairnError(error, 'not-found')) this.known = undefined;
      throw error;
    }
  }

  private transfer(signal: AbortSignal): Promise<UploadResult> {
    const { album, ...place } = this.place;
    const options = {
      signal,
      idempotencyKey: this.idempotencyKey,
      retry: false,
      timeoutMs: SILENT_MS,
      onProgress: ({ sentInBytes }) => (this.part = sentInBytes / Math.max(1, this.file.size)),
    } satisfies AddOptions;
    if (album?.isOnly === true)
      return client.upload(this.file, { ...options, tags: place.tags, album: album.id });
    return client.upload(this.file, {
      ...options,
      ...place,
      existing: 'reuse',
      lastModified: localTime(new Date(this.file.lastModified)),
    });
  }
}
