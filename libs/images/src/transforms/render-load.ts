import { Clock, type PortsOf } from '@cairn/kernel';

/** Idle time after which new requests are unlikely to come next. */
const CALM_MS = 2_000;

/** Tracks the renderings that requests wait for. */
export class RenderLoad {
  static readonly ports = { clock: Clock };

  private waitedFor = 0;
  private calmSince = -Infinity;
  private readonly interruptions = new Set<() => void>();

  constructor(private readonly ports: PortsOf<typeof RenderLoad.ports>) {}

  /** Whether no request waits, and none has within the idle time. */
  get isCalm(): boolean {
    return this.waitedFor === 0 && this.ports.clock.now() - this.calmSince >= CALM_MS;
  }

  /** Registers a waiting request, until the returned function is called. */
  begin(): () => void {
    this.waitedFor += 1;
    for (const interrupt of this.interruptions) interrupt();
    return () => {
      this.waitedFor -= 1;
      this.calmSince = this.ports.clock.now();
    };
  }

  /** Runs background work, and calls `interrupt` when a request starts to wait. */
  async interruptible<T>(interrupt: () => void, work: Promise<T>): Promise<T> {
    this.interruptions.add(interrupt);
    try {
      return await work;
    } finally {
      this.interruptions.delete(interrupt);
    }
  }
}
