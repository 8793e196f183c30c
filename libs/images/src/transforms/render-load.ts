import { Clock, type PortsOf } from '@cairn/kernel';

/** For how long nothing was rendered for anyone when nobody is likely to wait next. */
const CALM_MS = 2_000;

/** What is rendered for those who wait. */
export class RenderLoad {
  static readonly ports = { clock: Clock };

  private waitedFor = 0;
  private calmSince = -Infinity;
  private readonly interruptions = new Set<() => void>();

  constructor(private readonly ports: PortsOf<typeof RenderLoad.ports>) {}

  /** Whether nobody waits, and nobody did just now. */
  get isCalm(): boolean {
    return this.waitedFor === 0 && this.ports.clock.now() - this.calmSince >= CALM_MS;
  }

  /** Someone waits from now on, until the function that is returned is called. */
  begin(): () => void {
    this.waitedFor += 1;
    for (const interrupt of this.interruptions) interrupt();
    return () => {
      this.waitedFor -= 1;
      this.calmSince = this.ports.clock.now();
    };
  }

  /** Does work that is told when someone waits. */
  async interruptible<T>(interrupt: () => void, work: Promise<T>): Promise<T> {
    this.interruptions.add(interrupt);
    try {
      return await work;
    } finally {
      this.interruptions.delete(interrupt);
    }
  }
}
