/** What is done of some work, or left of it. */
export interface Amount {
  readonly bytes: number;
  readonly items: number;
}

/** Long enough that neither a pause nor a burst alone decides. */
const WINDOW_MS = 30_000;
const LEAST_MS = 2_000;

/** How fast work goes. Of small things the number counts, of large ones the bytes: what takes longer decides. */
export class Pace {
  private samples: readonly (Amount & { readonly at: number })[] = [];

  /** To be called now and then, with what is done since the beginning. */
  note(at: number, done: Amount): void {
    this.samples = [...this.samples.filter((sample) => sample.at >= at - WINDOW_MS), { at, ...done }];
  }

  /** Nothing where it is too early to tell. */
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

  /** Forgets the past, as after a pause. */
  restart(): void {
    this.samples = [];
  }
}
