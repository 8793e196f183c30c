import type { Random } from '@cairn/harness';
import { batchFeatures } from './batch-features.js';
import type { Batch } from './check-batches.js';
import type { SpaceClient } from './space-client.js';

const SIZES = [1, 50, 500, 2_000];

interface ImporterOptions {
  readonly name: string;
  readonly batches: Batch[];
  readonly random: Random;
}

/** Writes batches of new features, each in one request. */
export class Importer {
  private sent = 0;

  constructor(
    private readonly space: SpaceClient,
    private readonly options: ImporterOptions,
  ) {}

  /** Gives what was wrong with the answer. Rejects when there is none. */
  async next(): Promise<string | undefined> {
    const { name, batches, random } = this.options;
    const batch: Batch = { name: `${name}.${this.sent}`, size: random.pick(SIZES) ?? 1, acknowledged: 0 };
    this.sent += 1;
    batches.push(batch);
    const features = batchFeatures(batch, random);
    const body = { type: 'FeatureCollection', features };
    const response = await this.space.send('/features', {
      method: 'PUT',
      body,
      accept: 'application/x-empty',
    });
    if (response.status !== 204) return `a batch answered ${response.status} ${await response.text()}`;
    batch.acknowledged = batch.size;
    return undefined;
  }
}
