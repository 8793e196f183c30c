import { CatalogRules } from '@cairn/images';
import {
  Clock,
  Trash,
  TrashRules,
  walk,
  type PortsOf,
  type TrashBounds,
  type TrashKind,
} from '@cairn/kernel';
import { FeatureRules } from '@cairn/spaces';

/** Entries in one transaction: other writes wait for some milliseconds only. */
const STEP = 200;

interface StepOptions {
  /** When aborted, it ends before the next step. */
  readonly signal: { readonly aborted: boolean };
  /** Called after each step with the number of entries so far. */
  readonly purged: (entries: number) => void;
}

/**
 * Deletes what is in the trash for good, in steps. Each step is a transaction that also stores the events by which
 * blobs are deleted, so it can be stopped at any moment.
 */
export class EmptyTrash {
  static readonly ports = { trash: Trash, clock: Clock, images: CatalogRules, features: FeatureRules };

  constructor(private readonly ports: PortsOf<typeof EmptyTrash.ports>) {}

  /**
   * Deletes all entries of these kinds that an owner had in the trash when this began. Returns the number of entries.
   */
  async execute(owner: string, isWanted: (kind: TrashKind) => boolean = () => true): Promise<number> {
    const { trash } = this.ports;
    let purged = 0;
    for await (const entries of walk((after) => trash.list(owner, {}, { limit: STEP, after })))
      purged += await trash.purge(
        owner,
        entries.filter(({ kind }) => isWanted(kind)).map(({ id }) => id),
      );
    return purged;
  }

  /** Deletes the expired entries of all owners. Returns the number of entries. */
  async expire({ signal, purged }: StepOptions): Promise<number> {
    const { trash, clock } = this.ports;
    let total = 0;
    for (let step = STEP; step === STEP && !signal.aborted;) {
      step = await trash.purgeExpired(clock.now(), STEP);
      total += step;
      purged(total);
    }
    return total;
  }

  /**
   * Deletes what exceeds the bounds of each owner, oldest first. The bounds are as many images as the owner may have,
   * as many features and bytes of features, and a fixed number of entries of each other kind. Without this, repeated
   * uploads and deletions would fill the disk. Returns the number of entries.
   */
  async shrink({ signal, purged }: StepOptions): Promise<number> {
    const { trash } = this.ports;
    let total = 0;
    let owner = await trash.findOverfull(this.bounds);
    while (owner !== undefined && !signal.aborted) {
      const step = await trash.purgeExcess(owner, this.bounds, STEP);
      total += step;
      purged(total);
      if (step < STEP) owner = step === 0 ? undefined : await trash.findOverfull(this.bounds);
    }
    return total;
  }

  private get bounds(): TrashBounds {
    const { images, features } = this.ports;
    const { maxFeatures, maxLength } = features.quota;
    return {
      images: images.imageQuota,
      others: TrashRules.mostEntries,
      features: maxFeatures,
      featureBytes: maxLength,
    };
  }
}
