import { createApplication, openAdoption, type Application } from '@cairn/composition';
import { StoreMismatch, SweepBlobs, type SweepOptions, type SweepReport } from '@cairn/images';
import { DrillImages } from './drill-images.js';
import type { DrillStores } from './drill-stores.js';

const FEW = 0.03; // of the images: below the share that a sweep takes for a wrong database
const FIRST = 0.125; // of the images: what the older backup contains
const OTHERS = 20;

/** Every blob counts as older than the grace period. */
const NOW: SweepOptions = { graceMs: -60_000 };

export interface DrillOptions {
  readonly images: number;
  readonly report?: (line: string) => void;
}

/** The state of the images after a mistake was made and undone. */
export interface DrillResult {
  readonly mistake: string;
  readonly happened: string;
  /** Images that the right database no longer serves byte for byte. */
  readonly lost: number;
}

/**
 * Makes mistakes with databases and blob stores that could lose images: a wrong database, an empty one, an older backup,
 * two installations on one store. After each mistake the right database must serve every image.
 */
export async function drill(stores: DrillStores, options: DrillOptions): Promise<readonly DrillResult[]> {
  return await new Drill(stores, options).run();
}

class Drill {
  private readonly images = new DrillImages('right');
  private readonly results: DrillResult[] = [];

  constructor(
    private readonly stores: DrillStores,
    private readonly options: DrillOptions,
  ) {}

  async run(): Promise<readonly DrillResult[]> {
    await this.fill();
    const others = new DrillImages('other');
    await this.using('other', 'elsewhere', (application) => others.upload(application, OTHERS));
    await this.after('wrong database', () => this.refused('other'));
    await this.after('empty database', () => this.refused('empty'));
    await this.after('older backup', () => this.sweepBy('older'));
    await this.after('backup of a moment ago', () => this.sweepBy('recent'));
    await this.after('two installations on one store', () => this.twoInstallations());
    return this.results;
  }

  private async fill(): Promise<void> {
    const { images } = this.options;
    const few = Math.ceil(images * FEW);
    const first = Math.floor(images * FIRST);
    for (const [count, backup] of [
      [first, 'older'],
      [images - first - few, 'recent'],
      [few, 'newest'],
    ] as const) {
      await this.using('right', 'store', (application) => this.images.upload(application, count));
      await this.stores.copyDatabase('right', backup);
    }
  }

  /** Makes a mistake, then sweeps with the right database and checks every image. */
  private async after(mistake: string, make: () => Promise<string>): Promise<void> {
    const happened = await make();
    const lost = await this.using('right', 'store', async (application) => {
      await sweep(application, NOW);
      return await this.images.lost(application);
    });
    this.results.push({ mistake, happened, lost });
    this.options.report?.(
      `${this.stores.name}, ${mistake}: ${happened}; ${lost} of ${this.images.count} lost`,
    );
  }

  private async refused(database: string): Promise<string> {
    try {
      await this.using(database, 'store', (application) => sweep(application, NOW));
    } catch (error) {
      if (error instanceof StoreMismatch) return 'did not start';
      throw error;
    }
    return 'started';
  }

  private async sweepBy(database: string): Promise<string> {
    return describeSweep(await this.using(database, 'store', (application) => sweep(application, NOW)));
  }

  /** Each installation adopts the store from the other and confirms that unknown blobs are orphans. */
  private async twoInstallations(): Promise<string> {
    const second = new DrillImages('second');
    const happened = [await this.refused('second')];
    await this.adopt('second');
    await this.using('second', 'store', async (application) => {
      await second.upload(application, OTHERS);
      happened.push(describeSweep(await sweep(application, NOW)));
      happened.push(describeSweep(await sweep(application, { ...NOW, orphanLimit: 'any' })));
    });
    await this.adopt('right');
    await this.using('right', 'store', async (application) => {
      happened.push(describeSweep(await sweep(application, { ...NOW, orphanLimit: 'any' })));
    });
    await this.adopt('second');
    const lost = await this.using('second', 'store', async (application) => {
      happened.push(describeSweep(await sweep(application, NOW)));
      return await second.lost(application);
    });
    await this.adopt('right');
    happened.push(`${lost} of the second's ${second.count} lost`);
    return happened.join(', then ');
  }

  private async adopt(database: string): Promise<void> {
    const adoption = await openAdoption(await this.stores.settings(database, 'store'));
    await adoption.adopt().finally(() => adoption.close());
  }

  private async using<T>(
    database: string,
    blobs: string,
    use: (application: Application) => Promise<T>,
  ): Promise<T> {
    const application = await createApplication(await this.stores.settings(database, blobs));
    return await use(application).finally(() => application.close());
  }
}

async function sweep(application: Application, options: SweepOptions): Promise<SweepReport> {
  return await application.get(SweepBlobs).execute(options);
}

function describeSweep({ outcome, orphans, blobs, quarantined, restored, deleted }: SweepReport): string {
  return outcome === 'refused'
    ? `swept nothing for ${orphans} orphans of ${blobs}`
    : `quarantined ${quarantined}, restored ${restored}, deleted ${deleted}`;
}
