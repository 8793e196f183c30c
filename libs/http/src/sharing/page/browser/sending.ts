import { after, type Line } from './line.js';
import { isEnd } from './link-state.js';
import type { AddedPicture } from './pictures.js';
import { newKey, post, type Answer } from './post.js';

/** What has become of a file. `refused` is for good, `failed` can be tried again. */
export type State =
  'chosen' | 'queued' | 'sending' | 'added' | 'waiting' | 'there' | 'refused' | 'failed' | 'ended';

/** A file that somebody chose. */
export interface Sent {
  readonly file: File;
  state: State;
  /** The part that was sent, from 0 to 1. */
  part: number;
  /** Why it was refused: the code of the problem. */
  code: string;
  readonly key: string;
  /** The name that the person gave, which stays the same for each attempt. */
  guest: string;
}

export const newSent = (file: File): Sent => ({
  file,
  state: 'chosen',
  part: 0,
  code: '',
  key: newKey(),
  guest: '',
});

interface Options {
  readonly url: string;
  readonly line: Line;
  readonly changed: (sent: Sent) => void;
  readonly added: (picture: AddedPicture) => void;
}

const AT_ONCE = 2;
/** A file that breaks the line so often, while the server can be reached, is set aside. */
const ATTEMPTS = 4;
/** Before a file is sent again, unless the answer says when to come again. */
const WAIT_MS = 1_000;

/** Sends files, two at once after the first one, each for itself: what becomes of one is nothing to the others. */
export class Sending {
  private readonly queue: Sent[] = [];
  private active = 0;
  private hasEnded = false;
  /**
   * Whether the server knows this browser as a guest. It does from the first photo on: several that come at once before
   * would be of several guests.
   */
  private isKnown = false;

  constructor(private readonly options: Options) {}

  /** Sends a file when it is its turn. */
  add(sent: Sent): void {
    this.set(sent, this.hasEnded ? 'ended' : 'queued');
    if (this.hasEnded) return;
    this.queue.push(sent);
    this.next();
  }

  get isBusy(): boolean {
    return this.active > 0 || this.queue.length > 0;
  }

  private next(): void {
    while (this.active < (this.isKnown ? AT_ONCE : 1)) {
      const sent = this.queue.shift();
      if (sent === undefined) return;
      this.active += 1;
      void this.send(sent).finally(() => {
        this.active -= 1;
        this.options.changed(sent);
        this.next();
      });
    }
  }

  private async send(sent: Sent): Promise<void> {
    const { line } = this.options;
    for (let attempt = 1; attempt <= ATTEMPTS;) {
      if (this.hasEnded) return this.set(sent, 'ended');
      this.set(sent, 'sending');
      const answer = await this.post(sent);
      if (answer !== 'broken' && !isToRepeat(answer)) return this.settle(sent, answer);
      this.set(sent, 'queued');
      const { outages } = line;
      if ((await line.whole()) === 'ended') return this.end(sent);
      await after(waitOf(answer));
      const isOfLine = line.outages > outages;
      if (!isOfLine && (answer === 'broken' || answer.status >= 500)) attempt += 1;
    }
    this.set(sent, 'failed');
  }

  private async post(sent: Sent): Promise<Answer> {
    const { url } = this.options;
    const form = new FormData();
    if (sent.guest !== '') form.set('guest', sent.guest);
    form.set('file', sent.file);
    const onProgress = (part: number): void => {
      sent.part = part;
      this.options.changed(sent);
    };
    return await post({ url, form, key: sent.key, onProgress });
  }

  private settle(sent: Sent, { status, body }: Exclude<Answer, 'broken'>): void {
    if (isEnd(status)) return this.end(sent);
    const said = isRecord(body) ? body : {};
    if (status >= 400) {
      sent.code = typeof said['code'] === 'string' ? said['code'] : '';
      return this.set(sent, 'refused');
    }
    this.isKnown = true;
    if (said['waiting'] === true) return this.set(sent, 'waiting');
    this.set(sent, said['existing'] === true ? 'there' : 'added');
    if (isPicture(said) && sent.state === 'added') this.options.added(said);
  }

  /** The link has ended: nothing more can be sent. */
  private end(sent: Sent): void {
    this.hasEnded = true;
    for (const one of [sent, ...this.queue.splice(0)]) this.set(one, 'ended');
  }

  private set(sent: Sent, state: State): void {
    sent.state = state;
    sent.part = 0;
    this.options.changed(sent);
  }
}

/** Whether the same file may be taken at another time. */
function isToRepeat({ status, body }: Exclude<Answer, 'broken'>): boolean {
  const isInUse = isRecord(body) && body['code'] === 'idempotency-key-in-use';
  return isInUse || [408, 425, 429].includes(status) || (status >= 500 && status !== 507);
}

const waitOf = (answer: Answer): number =>
  answer === 'broken' || answer.waitMs === 0 ? WAIT_MS : answer.waitMs;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isPicture = (value: unknown): value is AddedPicture =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['file'] === 'string';
