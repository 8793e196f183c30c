import { Clock, Trash, walk, type PortsOf, type TrashKind } from '@cairn/kernel';

/** Entries in one transaction: other writes wait for some milliseconds only. */
const STEP = 200;

interface ExpiryOptions {
  /** When aborted, it ends before the next step. */
  readonly signal: { readonly aborted: boolean };
  /** Called after each step with the number of entries so far. */
  readonly purged: (entries: number) => void;
}

/**
 * Deletes what is in the trash for good, in steps. Each step is a transaction with the events that have the blobs deleted,
 * so it can be ended at any moment.
 */
export class EmptyTrash {
  static readonly ports = { trash: Trash, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof EmptyTrash.ports>) {}

  /** All of these kinds that an owner had in it when this began. Returns the number of entries. */
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

  /** What has expired, of all owners. Returns the number of entries. */
  async expire({ signal, purged }: ExpiryOptions): Promise<number> {
    const { trash, clock } = this.ports;
    let total = 0;
    for (let step = STEP; step === STEP && !signal.aborted;) {
      step = await trash.purgeExpired(clock.now(), STEP);
      total += step;
      purged(total);
    }
    return total;
  }
}
