import type { Application } from '@cairn/composition';
import { FairSemaphore, MemoryShares, Queues } from '@cairn/kernel';
import { BodyMemory } from './bodies/body-memory.js';
import { ShapingThreads } from './features/reading/shaping-threads.js';
import { LargeAnswers } from './limits/large-answers.js';
import { RequestSemaphore } from './limits/request-semaphore.js';
import type { HttpSettings } from './settings/http-settings.js';
import { TileSender } from './tiles/tile-sender.js';

/** Limits the memory of request bodies over all requests to this many of the largest. */
const BODIES_AT_ONCE = 8;
/** One account can send one such body, and leaves as much to another account. */
const LEAST_BODIES = 2;
/** One account can run at most two of them. They take turns when drawing tiles. */
const ARCHIVES_AT_ONCE = 4;
/** A slow client keeps its place as long as it likes: one account gets half of them. */
const MAP_EXPORTS_AT_ONCE = 4;
/** One account gets at most half of them, because a slow reader keeps its place as long as it likes. */
const DOWNLOADS_AT_ONCE = 16;

/** What bounds the memory and the work of requests: once for all listeners together. */
export interface Capacity {
  readonly bodies: BodyMemory;
  readonly large: LargeAnswers;
  readonly imports: RequestSemaphore;
  readonly tileArchives: RequestSemaphore;
  readonly mapExports: RequestSemaphore;
  /** Of all originals of a link. */
  readonly downloads: FairSemaphore;
  readonly threads: ShapingThreads;
  readonly tiles: TileSender;
}

/** Who watches the application sees how much of it is used. */
export function createCapacity(
  application: Application,
  { limits, featureBodyInBytes: maxBytes }: HttpSettings,
): Capacity {
  const { answerBytes, imports: importsAtOnce, waitingUploads: waiting, stallMs: maxWaitMs } = limits;
  const waits = { waiting, maxWaitMs, share: 'spare' } as const;
  const bodies = new BodyMemory(
    Math.min(maxBytes * BODIES_AT_ONCE, Math.max(maxBytes * LEAST_BODIES, answerBytes)),
  );
  const large = new LargeAnswers(answerBytes);
  const imports = new RequestSemaphore({ what: 'imports', atOnce: importsAtOnce, ...waits });
  const [queues, shares] = [application.get(Queues), application.get(MemoryShares)];
  const tileArchives = new RequestSemaphore({ what: 'tile archives', atOnce: ARCHIVES_AT_ONCE, ...waits });
  const mapExports = new RequestSemaphore({ what: 'map exports', atOnce: MAP_EXPORTS_AT_ONCE, ...waits });
  const downloads = new FairSemaphore({ count: DOWNLOADS_AT_ONCE, maxWaiting: 0, share: 'spare' });
  const threads = new ShapingThreads();
  queues.watchAll({ 'large-answers': large, imports, 'tile-archives': tileArchives });
  queues.watchAll({ 'map-exports': mapExports, downloads });
  for (const queue of threads.queues) queues.watch('shapes', queue);
  shares.watch('large-answers', () => large.memory);
  shares.watch('request-bodies', () => bodies.memory);
  return {
    bodies,
    large,
    imports,
    tileArchives,
    mapExports,
    downloads,
    threads,
    tiles: new TileSender(),
  };
}
