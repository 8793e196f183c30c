/** An amount of done or remaining work. */
export interface Amount {
  readonly bytes: number;
  readonly items: number;
}

/** Long enough that a single pause or burst does not decide. */
const WINDOW_MS = 30_000;
const LEAST_MS = 2_000;

/**
 * Measures the speed of work. For small things the number limits the speed, for large things the bytes: the slower of
 * the two counts.
 */
export class Pace {
  private samples: readonly (Amount & { readonly at: number })[] = [];

  /** Call this from time to time with the amount done since the beginning. */
  note(at: number, done: Amount): void {
    this.samples = [...this.samples.filter((sample) => sample.at >= at - WINDOW_MS), { at, ...done }];
  }

  /** `undefined` while it is too early to tell. */
  of(left: Amount): { readonly bytesPerSecond: number; readonly secondsLeft: number } | undefined {
    const [first, last] = [this.samples[0], this.samples.at(-1)];
    if (first === undefined || last === undefined || last.at - first.at < LEAST_MS) return undefined;
    const seconds = (last.at - first.at) / 1_000;
    const perSecond = {
      bytes: (last.bytes - first.bytes) / seconds,
      items: (last.items - first.items) / seconds,
    };
    const times = [left.bytes / perSecond.bytes, left.items / perSecond.items].filter(Number.isFinite);
    if (perSecond.bytes <= 0 || times.length === 0) return undefined;
    return { bytesPerSecond: perSecond.bytes, secondsLeft: Math.max(...times) };
  }

  /** Forgets the past, for example after a pause. */
  restart(): void {
    this.samples = [];
  }
}
