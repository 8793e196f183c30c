import { Clock, WorkAttempts, type Attempted, type PortsOf } from '@cairn/kernel';
import { BlobNotFound, FileNotFound } from '../errors.js';
import { DerivativeLimits, Derivatives } from './derivatives.js';
import { RenderCancelled, RendererBusy, RendererKilled } from './errors.js';
import { RenderDerivative, type DerivativeRequest } from './render-derivative.js';
import { RenderLoad } from './render-load.js';
import { planRender } from './render-plan.js';

/** The name of the job. */
export const REFINE_JOB = 'refine-derivatives';

/** Larger images take too long to be encoded with more effort. */
const MAX_PIXELS = 6_000_000;
/** More are forgotten; whoever asks for one again brings it back. */
const MAX_WAITING = 1_000;
/** For how long what was not there is taken as absent: another node may have made it. */
const ABSENT_MS = 10_000;
const MAX_ABSENT = 10_000;

/** How a run may be followed and ended. */
interface Run {
  readonly signal: { readonly aborted: boolean };
  readonly refined: (done: number) => void;
}

/** Encodes AVIFs again that were made in a hurry, while nobody waits. The better one is another derivative. */
export class RefineDerivatives {
  static readonly ports = {
    render: RenderDerivative,
    derivatives: Derivatives,
    limits: DerivativeLimits,
    load: RenderLoad,
    clock: Clock,
    attempts: WorkAttempts,
  };

  private readonly waiting = new Map<string, DerivativeRequest>();
  /** When each was looked for. */
  private readonly absent = new Map<string, number>();

  constructor(private readonly ports: PortsOf<typeof RefineDerivatives.ports>) {}

  /**
   * The better derivative if it is stored, or the request as it is, for which a better one is then made later.
   * @throws {InvalidInput} {Unrenderable} as `planRender` does. @throws {StorageUnavailable}
   */
  async best(request: DerivativeRequest): Promise<DerivativeRequest> {
    if (this.ports.limits.budgetInBytes === 0 || !isRefinable(request)) return request;
    const better: DerivativeRequest = { ...request, effort: 'thorough' };
    const key = this.ports.render.keyOf(better);
    if (await this.isStored(key)) return better;
    if (this.waiting.size < MAX_WAITING) this.waiting.set(key, better);
    return request;
  }

  /** Makes better ones until someone waits for an image, and tells how many. The rest is left to the next run. */
  async execute({ signal, refined }: Run): Promise<number> {
    const run = this.ports.attempts.run(REFINE_JOB);
    let done = 0;
    for (const [key, request] of [...this.waiting]) {
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
    const share = render.execute(request);
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

/** Whether it was for the sake of those who wait. */
function isInterruption(error: unknown): boolean {
  if (error instanceof RendererKilled) return false;
  return error instanceof RenderCancelled || error instanceof RendererBusy;
}

function isRefinable({ served, transform, output }: DerivativeRequest): boolean {
  if (output !== 'image/avif') return false;
  const { width, height } = planRender(transform, { original: served.file, output });
  return width * height <= MAX_PIXELS;
}
