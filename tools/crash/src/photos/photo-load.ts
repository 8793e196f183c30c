import { setTimeout as sleep } from 'node:timers/promises';
import type { Random, ServerProcess } from '@cairn/harness';
import { requestFailure } from '../request-failure.js';
import { photo } from './geotagged.js';
import { PhotoClient } from './photo-client.js';

const CLIENTS = 8;
/** So many are stored before the kill is due. */
const FIRST_UPLOADS = 10;
const MAX_DELAY_MS = 1_500;
/** About as many photos are there at once. */
const PHOTOS = 200;
/** The share of photos without a position. */
const PLAIN = 0.2;

export const FOLDERS = ['trip', 'trip/day', 'work'] as const;

export interface PhotoCounts {
  uploads: number;
  deletes: number;
  tags: number;
  switches: number;
}

/** Photos come, change and go, and one of two folders is switched on and off, until the server is killed. */
export class PhotoLoad {
  readonly counts: PhotoCounts = { uploads: 0, deletes: 0, tags: 0, switches: 0 };
  readonly faults: string[] = [];
  private readonly client: PhotoClient;
  private isOver = false;

  constructor(
    private readonly server: ServerProcess,
    private readonly given: {
      readonly random: Random;
      readonly spaceId: string;
      readonly ids: Set<string>;
    },
  ) {
    this.client = new PhotoClient(server);
  }

  /** How long it ran, in milliseconds. */
  async untilKilled(): Promise<number> {
    const delayMs = this.given.random.below(MAX_DELAY_MS);
    const clients = Promise.all([
      ...Array.from({ length: CLIENTS }, () => this.repeat(() => this.change())),
      this.repeat(() => this.toggle()),
    ]);
    while (this.counts.uploads < FIRST_UPLOADS && this.faults.length === 0) await sleep(5);
    await sleep(delayMs);
    this.isOver = true;
    await this.server.end('SIGKILL');
    await clients;
    return delayMs;
  }

  private async repeat(step: () => Promise<void>): Promise<void> {
    const isOver = (): boolean => this.isOver; // It changes while this waits.
    while (!isOver() && this.faults.length === 0) {
      try {
        await step();
      } catch (error) {
        if (!isOver()) this.faults.push(requestFailure(error));
      }
    }
  }

  private async change(): Promise<void> {
    const { random, ids } = this.given;
    const id = random.pick([...ids]);
    const grows = random.next() < (ids.size < PHOTOS ? 0.7 : 0.3);
    if (id === undefined || grows) await this.upload();
    else if (random.next() < 0.5) {
      ids.delete(id);
      await this.client.delete(id);
      this.counts.deletes += 1;
    } else {
      await this.client.tag(id, [`tag-${random.below(1_000)}`]);
      this.counts.tags += 1;
    }
  }

  private async upload(): Promise<void> {
    const { random, ids } = this.given;
    const place = { longitude: random.below(180), latitude: random.below(90) };
    const bytes = await photo(random.next() < PLAIN ? undefined : place);
    ids.add(await this.client.upload(bytes, random.pick(FOLDERS) ?? ''));
    this.counts.uploads += 1;
  }

  private async toggle(): Promise<void> {
    const { random, spaceId } = this.given;
    await (random.next() < 0.5 ? this.client.link('work', spaceId) : this.client.unlink('work'));
    this.counts.switches += 1;
    await sleep(50 + random.below(200));
  }
}
