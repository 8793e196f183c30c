import { linkState, type LinkState } from './link-state.js';

/** What a server that can be reached says. */
type Reached = Exclude<LinkState, 'unreachable'>;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The way to the server, which may be broken for a while. */
export class Line {
  /** How often it has been broken. */
  outages = 0;
  private mending: Promise<Reached> | undefined;
  private isKnownBroken = false;

  constructor(
    /** The address of the list of pictures. */
    private readonly list: string,
    private readonly changed: () => void,
  ) {}

  get isBroken(): boolean {
    return this.isKnownBroken;
  }

  /** Resolves when the server can be reached: asks at once, when the browser is online again, and again after ever longer. */
  async whole(): Promise<Reached> {
    this.mending ??= this.mend().finally(() => {
      this.mending = undefined;
      this.set('whole');
    });
    return await this.mending;
  }

  private async mend(): Promise<Reached> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const state = await linkState(this.list);
      if (state !== 'unreachable') return state;
      this.set('broken');
      await onlineOr(waitMs);
    }
  }

  private set(state: 'whole' | 'broken'): void {
    const isBroken = state === 'broken';
    if (isBroken === this.isKnownBroken) return;
    this.isKnownBroken = isBroken;
    if (isBroken) this.outages += 1;
    this.changed();
  }
}

/** Resolves when the browser says that it is online, or after some time. */
async function onlineOr(waitMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, waitMs);
    function done(): void {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    }
    addEventListener('online', done);
  });
}

export const after = (waitMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, waitMs));
