import { once } from 'node:events';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { InvalidInput } from '@cairn/kernel';
import { FEATURE_SEPARATOR, featurePieces, type CsvRows, type FeatureShaping } from '@cairn/spaces';
import { RequestSemaphore } from '../../limits/request-semaphore.js';
import { shareOfMemory } from '../../settings/limits.js';
import type { Turn } from '../../limits/turn.js';
import { TimeSlice } from '../../messages/time-slice.js';
import { shaped, type ShapingWork } from './shaping-work.js';

/** The bundled program loads in a fraction of the time that its modules take. */
const program = createRequire(import.meta.url).resolve('@cairn/http/shaping-worker');
/** Up to this length, features take milliseconds to clip to a box, or to measure. */
const MAX_CUT_HERE = 8_192;
/** The same with an area to clip to. Edges that all cross each other take 0.1 s at 1 kB, and seconds at 8 kB. */
const MAX_AREA_CUT_HERE = 1_024;
/** Up to this length, removing members or making rows takes milliseconds. */
const MAX_LENGTH_HERE = 16_384;
/** Shapes that intersect everywhere may take minutes and gigabytes. */
const MAX_MS = 10_000;
const MAX_MEMORY = {
  maxOldGenerationSizeMb: shareOfMemory(1 / 4, 96, 512) / 2 ** 20,
  maxYoungGenerationSizeMb: shareOfMemory(1 / 32, 8, 64) / 2 ** 20,
};

const permits = (): RequestSemaphore =>
  new RequestSemaphore({
    what: 'shapes of features',
    atOnce: 2,
    waiting: 1_000,
    maxWaitMs: 60_000,
    share: 'spare',
  });

/** Makes of the texts of some features what is shown of them. Asynchronous if that would block other requests. */
export type Shaper = (texts: string) => string | Promise<string>;

/** Shows the features as they were read, so that their text is not needed. */
export const asRead: Shaper = (texts) => texts;

/** Runs long shaping of features in worker threads, so that it does not block the event loop and can be cancelled. */
export class ShapingThreads {
  /** Areas to clip to are apart: features take seconds with one, and mostly milliseconds without. */
  private readonly permits = { withArea: permits(), others: permits() };
  /** What waits for a thread. */
  readonly queues = Object.values(this.permits);
  private readonly idle: Worker[] = [];

  /** @param maxMs Timeout of a task. */
  constructor(private readonly maxMs = MAX_MS) {}

  /**
   * Shapes the features of a response. Rejects with a 503 if the queue is full, and with {InvalidInput} if a task
   * exceeds its time or memory limit. Returns nothing once it is cancelled.
   */
  shaper(shaping: FeatureShaping, turn: Turn): Shaper {
    const { selection, force2D, clip, clipArea, distanceTo } = shaping;
    const slice = new TimeSlice(turn.holder);
    if (clip !== undefined || clipArea !== undefined || distanceTo !== undefined) {
      const most = clipArea === undefined ? MAX_CUT_HERE : MAX_AREA_CUT_HERE;
      const lengthHere = most - JSON.stringify(shaping).length;
      return (texts) => this.run({ texts, shaping }, { turn, slice, lengthHere });
    }
    if (selection === undefined && force2D !== true) return asRead;
    const given = { turn, slice, lengthHere: MAX_LENGTH_HERE };
    return async (texts) => {
      const pieces: string[] = [];
      for (const piece of featurePieces(texts, MAX_LENGTH_HERE))
        pieces.push(await this.run({ texts: piece, shaping }, given));
      return pieces.join(FEATURE_SEPARATOR);
    };
  }

  /** Makes CSV rows of exported features, with the limits of `shaper`. */
  rows(turn: Turn): CsvRows {
    const given = { turn, slice: new TimeSlice(turn.holder), lengthHere: MAX_LENGTH_HERE };
    return (texts, properties, options) => this.run({ texts, properties, options }, given);
  }

  private async run(
    work: ShapingWork,
    {
      turn,
      slice,
      lengthHere,
    }: { readonly turn: Turn; readonly slice: TimeSlice; readonly lengthHere: number },
  ): Promise<string> {
    if (work.texts.length > lengthHere) {
      const { signal } = turn;
      try {
        const isWithArea = 'shaping' in work && work.shaping.clipArea !== undefined;
        const { withArea, others } = this.permits;
        return await (isWithArea ? withArea : others).run(turn, () => this.inThread(work, signal));
      } catch (error) {
        if (isOver(signal)) return '';
        throw error;
      }
    }
    await slice.next();
    return shaped(work);
  }

  private async inThread(work: ShapingWork, signal: AbortSignal): Promise<string> {
    if (isOver(signal)) return '';
    const worker = this.idle.pop() ?? new Worker(program, { resourceLimits: MAX_MEMORY });
    worker.unref();
    const deadline = AbortSignal.timeout(this.maxMs);
    try {
      worker.postMessage(work);
      const end = AbortSignal.any([signal, deadline]);
      const [result] = (await once(worker, 'message', { signal: end })) as [string];
      this.idle.push(worker);
      return result;
    } catch (error) {
      await worker.terminate();
      if (isOver(signal)) return '';
      throw isOver(deadline) || isOutOfMemory(error) ? tooComplex() : error;
    }
  }
}

/** A function, because the compiler would narrow `aborted` permanently. */
const isOver = (signal: AbortSignal): boolean => signal.aborted;

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

const tooComplex = (): InvalidInput =>
  InvalidInput.of(
    'too-complex',
    'These features take too long: send a simpler area, or leave out `clip`, `distance`, `selection` and `force2D`.',
  );
