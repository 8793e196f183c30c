import { linkState, type LinkState } from './link-state.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The way to the server, which may be broken for a while. */
export class Line {
  private mending: Promise<Exclude<LinkState, 'unreachable'>> | undefined;

  constructor(
    /** The address of the list of pictures. */
    private readonly list: string,
    private readonly changed: (isBroken: boolean) => void,
  ) {}

  get isBroken(): boolean {
    return this.mending !== undefined;
  }

  /** Resolves when the server can be reached: asks at once, when the browser is online again, and again after ever longer. */
  async whole(): Promise<Exclude<LinkState, 'unreachable'>> {
    this.mending ??= this.mend().finally(() => {
      this.mending = undefined;
      this.changed(false);
    });
    return await this.mending;
  }

  private async mend(): Promise<Exclude<LinkState, 'unreachable'>> {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      const state = await linkState(this.list);
      if (state !== 'unreachable') return state;
      this.changed(true);
      await onlineOr(waitMs);
    }
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
