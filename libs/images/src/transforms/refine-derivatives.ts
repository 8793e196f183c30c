import { Clock, WorkAttempts, type Attempted, type PortsOf } from '@cairn/kernel';
import { BlobNotFound, FileNotFound } from '../errors.js';
import { DerivativeLimits, Derivatives } from './derivatives.js';
import { RenderCancelled, RendererBusy, RendererKilled } from './errors.js';
import { RenderDerivative, type DerivativeRequest } from './render-derivative.js';
import { RenderLoad } from './render-load.js';
import { planRender } from './render-plan.js';

/** The name of the job. */
export const REFINE_JOB = 'refine-derivatives';

/** Larger images take too long to encode with more effort. */
const MAX_PIXELS = 6_000_000;
/**
 * Queue limit in pixels, a minute of work or less. Further ones are dropped; the next request queues them again, when
 * others are done.
 */
const MAX_WAITING_PIXELS = 24_000_000;
/** Limit of what one holder has in the queue, so that others find room. */
const MAX_PIXELS_OF_HOLDER = MAX_WAITING_PIXELS / 4;
/** How long an absent derivative is cached as absent. Another node may have made it meanwhile. */
const ABSENT_MS = 10_000;
const MAX_ABSENT = 10_000;

/** Progress and cancellation of a run. */
interface Run {
  readonly signal: { readonly aborted: boolean };
  readonly refined: (done: number) => void;
}

/** A derivative to make, once no request waits. */
interface Waiting {
  readonly request: DerivativeRequest;
  readonly pixels: number;
}

/** Re-encodes fast AVIFs with more effort while no request waits. The result is a separate derivative. */
export class RefineDerivatives {
  static readonly ports = {
    render: RenderDerivative,
    derivatives: Derivatives,
    limits: DerivativeLimits,
    load: RenderLoad,
    clock: Clock,
    attempts: WorkAttempts,
  };

  /** The oldest first. */
  private readonly waiting = new Map<string, Waiting>();
  /** The time of the last lookup of each. */
  private readonly absent = new Map<string, number>();

  constructor(private readonly ports: PortsOf<typeof RefineDerivatives.ports>) {}

  /**
   * The better derivative if it is stored. Otherwise the request itself, and a better one is queued.
   * @throws {InvalidInput} {Unrenderable} as `planRender` does. @throws {StorageUnavailable}
   */
  async best(request: DerivativeRequest): Promise<DerivativeRequest> {
    const pixels = this.ports.limits.budgetInBytes === 0 ? undefined : refinablePixels(request);
    if (pixels === undefined) return request;
    const better: DerivativeRequest = { ...request, effort: 'thorough' };
    const key = this.ports.render.keyOf(better);
    if (await this.isStored(key)) return better;
    if (!this.waiting.has(key) && this.hasRoom(request.holder, pixels))
      this.waiting.set(key, { request: better, pixels });
    return request;
  }

  private hasRoom(holder: string, pixels: number): boolean {
    let [all, own] = [pixels, pixels];
    for (const other of this.waiting.values()) {
      all += other.pixels;
      if (other.request.holder === holder) own += other.pixels;
    }
    return all <= MAX_WAITING_PIXELS && own <= MAX_PIXELS_OF_HOLDER;
  }

  /**
   * Makes better ones until a request waits for an image, and returns their number. The next run processes the rest.
   */
  async execute({ signal, refined }: Run): Promise<number> {
    const run = this.ports.attempts.run(REFINE_JOB);
    let done = 0;
    for (const [key, { request }] of [...this.waiting]) {
      if (signal.aborted || !this.ports.load.isCalm) break;
      const refine = async (): Promise<void> => await this.refine(request);
      let outcome: Attempted;
      try {
        outcome = await run.attempt(key, refine, { signal, isInterruption });
      } catch (error) {
        if (isInterruption(error)) break;
        throw error;
      }
      this.waiting.delete(key);
      this.absent.delete(key);
      if (outcome === 'done') refined((done += 1));
    }
    return done;
  }

  private async refine(request: DerivativeRequest): Promise<void> {
    const { render, load } = this.ports;
    const share = render.execute({ ...request, holder: REFINE_JOB });
    try {
      await load.interruptible(() => share.leave(), share.result);
    } catch (error) {
      const isRemoved = error instanceof FileNotFound || error instanceof BlobNotFound;
      if (!isRemoved) throw error;
    }
  }

  private async isStored(key: string): Promise<boolean> {
    const { derivatives, clock } = this.ports;
    const now = clock.now();
    const askedAt = this.absent.get(key);
    if (askedAt !== undefined && now - askedAt < ABSENT_MS) return false;
    if ((await derivatives.find(key)) !== undefined) return true;
    if (this.absent.size >= MAX_ABSENT) this.absent.clear();
    this.absent.set(key, now);
    return false;
  }
}

/** Whether it was interrupted in favour of waiting requests. */
function isInterruption(error: unknown): boolean {
  if (error instanceof RendererKilled) return false;
  return error instanceof RenderCancelled || error instanceof RendererBusy;
}

/** The pixels of one that is made better. */
function refinablePixels({ served, transform, output }: DerivativeRequest): number | undefined {
  if (output !== 'image/avif') return undefined;
  const { width, height } = planRender(transform, { original: served.file, output });
  return width * height <= MAX_PIXELS ? width * height : undefined;
}
