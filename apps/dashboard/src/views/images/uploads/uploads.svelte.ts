import { changes } from '../../../api/changes.svelte.ts';
import { ownClient } from '../../../api/client.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { Pace, type Amount } from '../../../progress/pace.ts';
import { works, type Work } from '../../../progress/work.svelte.ts';
import { afterFailure, type Hindrance } from './after-failure.ts';
import { justUploaded } from './just-uploaded.svelte.ts';
import { KnownElsewhere } from './known-elsewhere.svelte.ts';
import { Upload } from './upload.svelte.ts';
import type { UploadPlace } from './upload-place.ts';
import { thoseWithoutPlace, mayHidePlaces } from './without-place.ts';

const AT_ONCE = 3;
const TICK_MS = 500;
/** Reasons that are shown outside of the list. */
const MOST_REASONS = 2;

/** A file with its destination. */
export interface PlacedFile extends UploadPlace {
  readonly file: File;
}

/** The time until which all uploads wait, and the reason. */
interface Pause {
  readonly why: Hindrance;
  readonly until: number;
}

/** All uploads since the page was opened. A few of them run at a time, and continue while other views are shown. */
class Uploads implements Work {
  items = $state.raw<readonly Upload[]>([]);
  /** Files of the last drop that are in other folders. */
  readonly elsewhere = new KnownElsewhere();
  private pause = $state.raw<Pause>();
  private now = $state(0);
  /** Updated from time to time, not on the progress of every file. */
  private sent = $state.raw<Amount>({ bytes: 0, items: 0 });
  private readonly pace = new Pace();
  private running = 0;
  private failedInRow = 0;
  private timer: ReturnType<typeof setInterval> | undefined;

  private readonly count = $derived.by(() => {
    const count = { waiting: 0, running: 0, done: 0, failed: 0, stopped: 0 };
    for (const { state } of this.items) count[state] += 1;
    return count;
  });
  readonly isRunning = $derived(this.count.waiting + this.count.running > 0);
  readonly failed = $derived(this.count.failed);
  readonly title = $derived(i18n.t.uploads.summary(this.count.done, this.items.length, this.count.failed));
  private readonly bytes = $derived(this.items.reduce((sum, { file }) => sum + file.size, 0));
  readonly part = $derived(
    (this.sent.bytes / Math.max(1, this.bytes) + this.sent.items / Math.max(1, this.items.length)) / 2,
  );
  readonly hindrance = $derived(
    this.pause && this.isRunning ? i18n.t.work.waitsFor[this.pause.why] : undefined,
  );
  readonly detail = $derived.by(() => {
    if (!this.isRunning) return this.count.stopped > 0 ? i18n.t.work.stopped : reasonsOf(this.items);
    const { pause, hindrance } = this;
    if (pause !== undefined && hindrance !== undefined)
      return i18n.t.work.waits(hindrance, i18n.duration((pause.until - this.now) / 1_000));
    return this.speed;
  });
  readonly hint = $derived.by(() => {
    const { size } = justUploaded.placeless;
    if (this.isRunning || size === 0) return undefined;
    // The new ones come first.
    return { text: i18n.t.uploads.withoutPlace(size), path: '/images?without=place&sort=newest' };
  });
  readonly retry = $derived.by(() =>
    this.items.some(({ mayRetry }) => mayRetry) ? () => this.sendAgain() : undefined,
  );
  readonly hurry = $derived.by(() => (this.pause === undefined ? undefined : () => this.goOn()));

  add(files: readonly PlacedFile[]): void {
    const queue = {
      retry: (upload: Upload) => (upload.reset(), this.run()),
      leaveOut: (upload: Upload) => this.leaveOut(upload),
    };
    const earlier = works.all.includes(this) ? this.items : []; // forgets uploads that were cleared from the list
    const added = files.map(({ file, ...place }) => new Upload(file, place, queue));
    this.items = [...earlier, ...added];
    works.add(this);
    justUploaded.placeless = new Set();
    void this.elsewhere.look(added, () => this.run());
    this.run();
  }

  readonly stop = (): void => {
    for (const upload of this.items) upload.stop();
    this.pause = undefined;
  };

  private leaveOut(upload: Upload): void {
    upload.stop();
    this.items = this.items.filter((each) => each !== upload);
    if (this.items.length === 0) works.remove(this);
  }

  private sendAgain(): void {
    for (const upload of this.items) if (upload.mayRetry) upload.reset();
    this.run();
  }

  private run(): void {
    this.timer ??= setInterval(() => this.tick(), TICK_MS);
    this.now = Date.now();
    // After a failure, a single upload tests whether it works again.
    while (this.pause === undefined && this.running < (this.failedInRow > 0 ? 1 : AT_ONCE)) {
      const next = this.items.find(({ state, isHeld }) => state === 'waiting' && !isHeld);
      if (next === undefined) return;
      this.running += 1;
      void this.send(next).then(() => {
        this.running -= 1;
        this.measure();
        this.run();
      });
    }
  }

  private async send(upload: Upload): Promise<void> {
    const wait = await upload.send(this.failedInRow);
    if (wait !== undefined) {
      this.failedInRow += 1;
      this.waitFor(wait);
    } else if (upload.state === 'done') {
      this.failedInRow = 0;
      changes.note('images', 'albums');
    }
  }

  /** If several uploads ask for a pause, the longest counts. */
  private waitFor({ why, ms }: { readonly why: Hindrance; readonly ms: number }): void {
    this.now = Date.now();
    const until = this.now + ms;
    if (this.isRunning && (this.pause === undefined || until > this.pause.until)) this.pause = { why, until };
  }

  private tick(): void {
    this.now = Date.now();
    this.measure();
    this.pace.note(this.now, this.sent);
    if (!this.isRunning) {
      clearInterval(this.timer);
      this.timer = undefined;
      this.pause = undefined;
      this.pace.restart();
      if (mayHidePlaces()) void this.countPlaces();
    } else if (this.pause !== undefined && this.now >= this.pause.until) this.goOn();
  }

  /** Without an answer, nothing is said. */
  private async countPlaces(): Promise<void> {
    const { items } = this;
    const ids = new Set(items.flatMap(({ result }) => result?.id ?? []));
    const placeless = await thoseWithoutPlace(ids).catch(() => new Set<string>());
    if (this.items === items) justUploaded.placeless = placeless;
  }

  private goOn(): void {
    const { pause } = this;
    this.pause = undefined;
    if (pause?.why === 'offline') void this.knock();
    else this.run();
  }

  /** Checks whether the server can be reached, so that files do not fail only because it cannot. */
  private async knock(): Promise<void> {
    this.running += 1; // prevents uploads in the meantime
    try {
      await ownClient.call('GET /api/quota', { retry: false });
    } catch (error) {
      const next = afterFailure(error, { breaks: 0, inRow: this.failedInRow });
      this.failedInRow += 1;
      if (next.kind === 'wait') this.waitFor(next);
    } finally {
      this.running -= 1;
      this.run();
    }
  }

  private measure(): void {
    const bytes = this.items.reduce((sum, { file, part }) => sum + file.size * part, 0);
    this.sent = { bytes, items: this.count.done };
  }

  private get speed(): string | undefined {
    const { sent, bytes, items } = this;
    const pace = this.pace.of({ bytes: bytes - sent.bytes, items: items.length - sent.items });
    if (pace === undefined) return undefined;
    const speed = `${i18n.bytes(pace.bytesPerSecond)}/s`;
    return `${speed}, ${i18n.t.work.left(i18n.duration(pace.secondsLeft))}`;
  }
}

/** Why files failed, each reason once; the list has it for each file. */
function reasonsOf(items: readonly Upload[]): string | undefined {
  const reasons = [...new Set(items.map(({ reason }) => reason ?? ''))].filter((reason) => reason !== '');
  return reasons.length === 0 ? undefined : reasons.slice(0, MOST_REASONS).join(' ');
}

export const uploads = new Uploads();
