/** A clock for `setTimeout` that a test advances. */
export class ManualTime {
  private readonly real = { setTimeout: globalThis.setTimeout, clearTimeout: globalThis.clearTimeout };
  private readonly timers = new Map<number, { readonly at: number; readonly run: () => void }>();
  private now = 0;
  private last = 0;

  constructor() {
    const set = (run: () => void, ms = 0): number => {
      this.last += 1;
      this.timers.set(this.last, { at: this.now + ms, run });
      return this.last;
    };
    const clear = (timer?: number): void => void (timer !== undefined && this.timers.delete(timer));
    Object.assign(globalThis, { setTimeout: set, clearTimeout: clear });
  }

  /** Whether something waits for this long. */
  isAwaited(ms: number): boolean {
    return [...this.timers.values()].some(({ at }) => at >= this.now + ms);
  }

  pass(ms: number): void {
    this.now += ms;
    for (const [timer, { at, run }] of this.timers)
      if (at <= this.now) {
        this.timers.delete(timer);
        run();
      }
  }

  /** From now on time passes by itself. */
  end(): void {
    Object.assign(globalThis, this.real);
  }
}

/** Resolves when everything has run that waits only for the event loop. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}
