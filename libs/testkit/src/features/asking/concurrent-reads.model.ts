import { SpaceNotFound, type FeatureQuery, type StoredFeature } from '@cairn/spaces';
import type { ContentVersion, FeaturePorts, SpaceRepository } from '@cairn/spaces/spi';
import { assert } from '../../assert.js';
import { aSpace, several } from '../../builders.js';
import { later } from '../../saboteurs.js';
import { drawing } from '../feature-model.js';
import { aBatch, aFeature, aPoint, DELETE, writing } from '../feature-store-ports.js';
import { gathered } from '../sabotaged-features.js';
import type { Draw } from '../stale-patch.model.js';

/** Who reads and who writes one space at the same time. */
export interface ConcurrentReads {
  readonly spaces: SpaceRepository;
  readonly reading: FeaturePorts;
  /** The same store, or another one on the same data, as of another process. */
  readonly writing: FeaturePorts;
  readonly seed: number;
  readonly readers: number;
  readonly writes: number;
}

/** Features that stay, so that every answer has some. */
const STAYING = 30;
/** One removal of the whole space in so many writes. */
const REMOVALS_EVERY = 25;

/** What is seen of the space: the number that the writer counts up, and whether there is what comes and goes with it. */
interface Seen {
  readonly count: number;
  readonly hasOther: boolean | undefined;
}

/**
 * Reads while another writes. Fails where an answer lacks what was written before it was asked for, where a reader sees
 * an older version after a newer one, or where one answer mixes two versions.
 */
export async function assertReadsKeepUp(given: ConcurrentReads): Promise<void> {
  const run = new Run(given);
  await run.begin();
  await Promise.all([
    run.write(),
    ...several(given.readers, (reader) => run.read(drawing(given.seed + reader), `reader ${reader}`)),
  ]);
}

class Run {
  private readonly space = aSpace();
  /** The last count that was written for sure. */
  private written = 0;
  /** Odd while the space is removed. */
  private removals = 0;
  private isOver = false;

  constructor(private readonly given: ConcurrentReads) {}

  async begin(): Promise<void> {
    await this.given.spaces.add(this.space);
    await this.count(1);
  }

  async write(): Promise<void> {
    try {
      for (let count = 2; count <= this.given.writes; count += 1) {
        if (count % REMOVALS_EVERY === 0) await this.removeAndMakeAgain(count);
        else await this.count(count);
        await later();
      }
    } finally {
      this.isOver = true;
    }
  }

  async read(draw: Draw, reader: string): Promise<void> {
    let last = 0;
    for (let question = 0; !this.isOver; question += 1) {
      const [written, removals] = [this.written, this.removals];
      const kind = ['query', 'find', 'box', 'nearest', 'counted'][draw(5)] ?? 'query';
      const seen = await this.seeAny(kind, draw).catch(unlessRemoved);
      const told = `${reader}, question ${question}, ${kind}, seed ${this.given.seed}`;
      if (seen === undefined) assert.ok(removals % 2 === 1 || removals !== this.removals, `${told}: nothing`);
      else {
        if (seen.hasOther !== undefined) assert.equal(seen.hasOther, seen.count % 2 === 0, `${told}: mixed`);
        const isSame = removals % 2 === 0 && removals === this.removals;
        if (isSame) assert.ok(seen.count >= written, `${told}: ${seen.count} after ${written} was written`);
        assert.ok(seen.count >= last, `${told}: ${seen.count} after ${last} was seen`);
        last = seen.count;
      }
      await later();
    }
  }

  /** Counts up; every second time there is another feature, too. */
  private async count(count: number): Promise<void> {
    const other = count % 2 === 0 ? writing(aFeature('other')) : writing(aFeature('other'), DELETE);
    const staying = this.isEmptyBefore(count)
      ? several(STAYING, (index) => writing(aFeature(`s${index}`, { geometry: aPoint(index, index) })))
      : [];
    const counted = writing(aFeature('count', { properties: { count } }));
    await this.given.writing.write(this.space.id, aBatch([counted, other, ...staying]));
    this.written = count;
  }

  private isEmptyBefore(count: number): boolean {
    return count === 1 || count % REMOVALS_EVERY === 0;
  }

  private async removeAndMakeAgain(count: number): Promise<void> {
    this.removals += 1;
    await this.given.spaces.remove(this.space.id, () => undefined);
    await this.given.spaces.add(this.space);
    await this.count(count);
    this.removals += 1;
  }

  /** Every other reader has read the head first. */
  private async seeAny(kind: string, draw: Draw): Promise<Seen | undefined> {
    return draw(2) === 0 ? await this.see(kind) : await this.see(kind, await this.head());
  }

  private async see(kind: string, at?: ContentVersion): Promise<Seen | undefined> {
    const { reading } = this.given;
    const { id } = this.space;
    switch (kind) {
      case 'find':
        return seenIn(await reading.find(id, ['count', 'other', 'absent'], at));
      case 'box':
        return await this.texts({ boxes: [[8, 50, 8, 50]], limit: 10, at });
      case 'nearest': {
        const near = await reading.nearest(id, { point: [8, 50], limit: 2, at });
        return seenIn(near.map(({ feature }) => feature));
      }
      case 'counted': {
        const before = await this.texts({ limit: 1, at });
        const total = await reading.count(id, { boxes: [[8, 50, 8, 50]], at });
        if (before !== undefined)
          assert.ok(total === 1 || total === 2 || this.removals > 0, `${total} counted`);
        return before;
      }
      default:
        return await this.texts({ at });
    }
  }

  private async head(): Promise<ContentVersion> {
    const { content, version } = await this.given.reading.statistics(this.space.id);
    return { content, version };
  }

  private async texts(query: FeatureQuery): Promise<Seen | undefined> {
    const texts = await gathered(this.given.reading.query(this.space.id, query));
    const seen = seenIn(texts.map((text) => ({ id: (JSON.parse(text) as { id: string }).id, body: text })));
    return query.limit === 1 && seen !== undefined ? { ...seen, hasOther: undefined } : seen;
  }
}

function seenIn(features: readonly Pick<StoredFeature, 'id' | 'body'>[]): Seen | undefined {
  const counted = features.find(({ id }) => id === 'count');
  const count = Number(/"count":(\d+)/.exec(counted?.body ?? '')?.[1]);
  return counted === undefined ? undefined : { count, hasOther: features.some(({ id }) => id === 'other') };
}

function unlessRemoved(error: unknown): undefined {
  if (!(error instanceof SpaceNotFound)) throw error;
}
