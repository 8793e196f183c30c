import { HotFeatureStore, LocalPackBuilder, type PackBuilder } from '@cairn/adapter-hot';
import type { FeaturePorts } from '@cairn/spaces/spi';
import { sabotaged } from '@cairn/testkit';

/**
 * What answers. `pack`: all features were packed just before each question. `overlay`: a space is packed once, and what
 * is written later is beside its pack. `rebuild`: the same, while another pack is being built of it, which replaces the
 * first one now and then.
 */
export const HOT_MODES = ['pack', 'overlay', 'rebuild'] as const;
export type HotMode = (typeof HOT_MODES)[number];

/** A hot store that is driven so that every space is in memory from its first feature on. */
export interface DrivenStore {
  readonly features: FeaturePorts;
  readonly hot: HotFeatureStore;
}

const MAX_BYTES = 2 ** 30;
/** One build in so many operations ends. */
const ENDS_EVERY = 3;

type LocalPack = Awaited<ReturnType<LocalPackBuilder['build']>>;

/** Builds packs whose delivery waits. */
export class HeldPackBuilder implements PackBuilder<LocalPack> {
  private readonly local = new LocalPackBuilder();
  private isHeld = false;
  private readonly waiting: (() => void)[] = [];

  hold(): void {
    this.isHeld = true;
  }

  release(): void {
    this.isHeld = false;
    for (const go of this.waiting.splice(0)) go();
  }

  async build(...given: Parameters<LocalPackBuilder['build']>): Promise<LocalPack> {
    return await this.delivered(this.local.build(...given));
  }

  async merge(...given: Parameters<LocalPackBuilder['merge']>): Promise<LocalPack> {
    return await this.delivered(this.local.merge(...given));
  }

  async close(): Promise<void> {
    this.release();
  }

  private async delivered(pack: Promise<LocalPack>): Promise<LocalPack> {
    await pack;
    if (this.isHeld) await new Promise<void>((resolve) => this.waiting.push(resolve));
    return await pack;
  }
}

/** A hot store over another one, in that mode. */
export function hotStore(below: FeaturePorts, mode: HotMode): DrivenStore {
  const builder = new HeldPackBuilder();
  const hot = new HotFeatureStore(below, { maxBytes: MAX_BYTES, builder });
  const driver = new Driver(hot, builder, mode);
  const before = (spaceId: string): Promise<void> => driver.before(spaceId);
  const features = sabotaged<FeaturePorts>(hot, {
    write: async (id, batch) => {
      if (mode !== 'pack') await before(id);
      return await hot.write(id, batch);
    },
    erase: async (id, erasure) => {
      if (mode !== 'pack') await before(id);
      return await hot.erase(id, erasure);
    },
    find: async (id, ids, at) => await before(id).then(() => hot.find(id, ids, at)),
    query: async function* (id, query, cancellation) {
      await before(id);
      yield* hot.query(id, query, cancellation);
    },
    nearest: async (id, query, cancellation) =>
      await before(id).then(() => hot.nearest(id, query, cancellation)),
    count: async (id, query, cancellation) => await before(id).then(() => hot.count(id, query, cancellation)),
  });
  return { features, hot };
}

class Driver {
  private operations = 0;
  private underWay: Promise<unknown> | undefined;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly hot: HotFeatureStore,
    private readonly builder: HeldPackBuilder,
    private readonly mode: HotMode,
  ) {}

  /** Sees to what is in memory of a space before it is read or written: for one operation after the other. */
  async before(spaceId: string): Promise<void> {
    const turn = this.turn.then(() => this.prepare(spaceId));
    this.turn = turn.catch(() => undefined);
    await turn;
  }

  private async prepare(spaceId: string): Promise<void> {
    this.operations += 1;
    if (this.mode === 'pack') await this.hot.build(spaceId);
    else if (!this.isHot(spaceId)) {
      await this.end();
      await this.hot.build(spaceId);
    } else if (this.mode === 'rebuild') await this.rebuild(spaceId);
  }

  private async rebuild(spaceId: string): Promise<void> {
    if (this.operations % ENDS_EVERY === 0) await this.end();
    if (this.underWay !== undefined) return;
    this.builder.hold();
    this.underWay = this.hot.build(spaceId).catch((error: unknown) => error);
  }

  private async end(): Promise<void> {
    this.builder.release();
    await this.underWay;
    this.underWay = undefined;
  }

  private isHot(id: string): boolean {
    return this.hot.state().spaces.some(({ spaceId }) => spaceId === id);
  }
}
