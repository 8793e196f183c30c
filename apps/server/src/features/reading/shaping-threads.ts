import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { InvalidInput } from '@cairn/kernel';
import { shapeFeatures, type FeatureShaping } from '@cairn/spaces';
import { Permits } from '../../http/limits/permits.js';

/** The bundled program, which loads in a fraction of the time of its modules. */
const program = createRequire(import.meta.url).resolve('@cairn/server/shaping-worker');
/** Features and an area of so much text together are shaped within milliseconds. */
const MAX_LENGTH_HERE = 8_192;
/** Shapes that cross each other everywhere may take minutes, and gigabytes. */
const MAX_MS = 10_000;
const MAX_MEMORY = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };

/** Shapes features in threads where that takes long, so that it neither blocks the event loop nor goes on for nobody. */
export class ShapingThreads {
  private readonly permits = new Permits({ what: 'cuts', atOnce: 2, waiting: 1_000, maxWaitMs: 60_000 });
  private readonly idle: Worker[] = [];

  /** @param maxMs After it a cut is given up. */
  constructor(private readonly maxMs = MAX_MS) {}

  /**
   * What shapes the features of an answer; it gives nothing once it is cancelled, and rejects with a 503 where too many
   * are waiting, and with {InvalidInput} where that takes too long, or too much memory.
   */
  shaper(shaping: FeatureShaping, signal: AbortSignal): (texts: string) => Promise<string> {
    const length = JSON.stringify(shaping).length;
    return async (texts) =>
      texts.length + length <= MAX_LENGTH_HERE
        ? shapeFeatures(texts, shaping)
        : await this.permits.run(() => this.inThread({ texts, shaping }, signal));
  }

  private async inThread(
    given: { readonly texts: string; readonly shaping: FeatureShaping },
    signal: AbortSignal,
  ): Promise<string> {
    if (isOver(signal)) return '';
    const worker = this.idle.pop() ?? new Worker(program, { resourceLimits: MAX_MEMORY });
    worker.unref();
    const deadline = AbortSignal.timeout(this.maxMs);
    try {
      worker.postMessage(given);
      const end = AbortSignal.any([signal, deadline]);
      const [shaped] = (await once(worker, 'message', { signal: end })) as [string];
      this.idle.push(worker);
      return shaped;
    } catch (error) {
      await worker.terminate();
      if (isOver(signal)) return '';
      throw isOver(deadline) || isOutOfMemory(error) ? tooComplex() : error;
    }
  }
}

/** A function, as the compiler takes the state of a signal for lasting. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooComplex = (): InvalidInput =>
  InvalidInput.of(
    'too-complex',
    'These shapes take too long to cut: send a simpler area, or leave out `clip` and `distance`.',
  );
