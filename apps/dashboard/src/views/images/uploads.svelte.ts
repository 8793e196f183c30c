import type { UploadResult } from '@cairn/api-schema';
import { isCairnError } from '@cairn/client';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import type { FoundFile } from './dropped-files.ts';

const AT_ONCE = 3;

interface UploadPlace {
  readonly path: string;
  readonly tags: readonly string[];
}

/** A file on its way to the server. */
export class Upload {
  state = $state<'waiting' | 'sending' | 'stored' | 'failed' | 'cancelled'>('waiting');
  part = $state(0);
  error = $state.raw<unknown>();
  result = $state.raw<UploadResult>();
  private abort = new AbortController();

  constructor(
    readonly file: File,
    private readonly place: UploadPlace,
  ) {}

  async send(): Promise<void> {
    [this.state, this.part, this.error] = ['sending', 0, undefined];
    this.abort = new AbortController();
    try {
      this.result = await client.images.upload(this.file, {
        ...this.place,
        signal: this.abort.signal,
        onProgress: ({ sentInBytes }) => (this.part = sentInBytes / Math.max(1, this.file.size)),
      });
      this.state = 'stored';
    } catch (error) {
      this.error = error;
      this.state = isCairnError(error, 'aborted') ? 'cancelled' : 'failed';
    }
  }

  cancel(): void {
    if (this.state === 'waiting') this.state = 'cancelled';
    this.abort.abort();
  }
}

/** All uploads since the page was opened, a few of them at a time. They go on when another view is shown. */
class Uploads {
  all = $state.raw<readonly Upload[]>([]);
  private running = 0;

  readonly isBusy = $derived(this.all.some(({ state }) => state === 'waiting' || state === 'sending'));

  add(files: readonly FoundFile[], { path, tags }: UploadPlace): void {
    const added = files.map(
      ({ file, folder }) =>
        new Upload(file, { tags, path: [path, folder].filter((part) => part !== '').join('/') }),
    );
    this.all = [...this.all, ...added];
    this.run();
  }

  retry(upload: Upload): void {
    upload.state = 'waiting';
    this.run();
  }

  /** Sends again what failed; what was cancelled stays so. */
  retryFailed(): void {
    for (const upload of this.all) if (upload.state === 'failed') upload.state = 'waiting';
    this.run();
  }

  /** Forgets those that have ended. */
  clear(): void {
    this.all = this.all.filter(({ state }) => state === 'waiting' || state === 'sending');
  }

  private run(): void {
    while (this.running < AT_ONCE) {
      const next = this.all.find(({ state }) => state === 'waiting');
      if (next === undefined) return;
      this.running += 1;
      void next.send().then(() => {
        this.running -= 1;
        if (next.state === 'stored') changes.note('images');
        this.run();
      });
    }
  }
}

export const uploads = new Uploads();
