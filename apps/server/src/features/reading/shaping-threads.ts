import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { shapeFeatures, type FeatureShaping } from '@cairn/spaces';
import { Permits } from '../../http/limits/permits.js';

/** The bundled program, which loads in a fraction of the time of its modules. */
const program = createRequire(import.meta.url).resolve('@cairn/server/shaping-worker');
/** Features and an area of so much text together are shaped within milliseconds. */
const MAX_LENGTH_HERE = 8_192;

/** Shapes features in threads where that takes long, so that it neither blocks the event loop nor goes on for nobody. */
export class ShapingThreads {
  private readonly permits = new Permits({ what: 'cuts', atOnce: 2, waiting: 1_000, maxWaitMs: 60_000 });
  private readonly idle: Worker[] = [];

  /**
   * What shapes the features of an answer; it gives nothing once it is cancelled, and rejects with a 503 where too many
   * are waiting.
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
    const worker = this.idle.pop() ?? new Worker(program);
    worker.unref();
    try {
      worker.postMessage(given);
      const [shaped] = (await once(worker, 'message', { signal })) as [string];
      this.idle.push(worker);
      return shaped;
    } catch (error) {
      await worker.terminate();
      if (isOver(signal)) return '';
      throw error;
    }
  }
}

/** A function, as the compiler takes the state of a signal for lasting. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;
