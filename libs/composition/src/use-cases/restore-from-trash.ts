import { RestoreAlbum, RestoreImage } from '@cairn/images';
import {
  DomainError,
  NotInTrash,
  StorageUnavailable,
  type PortsOf,
  type Restorer,
  type TrashEntry,
  type TrashKind,
} from '@cairn/kernel';
import { RestoreMap } from '@cairn/maps';
import { RestoreSpace } from '@cairn/spaces';

/** Concurrent transactions: one connection to the database is left for others. */
const AT_ONCE = 4;

/** The outcome for entries of the trash. */
export interface RestoredEntries {
  readonly restored: readonly RestoredEntry[];
  /** Still in the trash, with the code of what prevents it. */
  readonly left: readonly LeftEntry[];
  /** Restored or deleted for good by somebody else meanwhile. */
  readonly missing: readonly string[];
}

type RestoredEntry = Pick<TrashEntry, 'id' | 'kind'> & { readonly isRenamed: boolean };
type LeftEntry = Pick<TrashEntry, 'id' | 'kind'> & { readonly code: string };

/** Restores entries of any kind. Each is restored on its own, so that an entry that fails delays no other. */
export class RestoreFromTrash {
  static readonly ports = { image: RestoreImage, album: RestoreAlbum, space: RestoreSpace, map: RestoreMap };

  private readonly restorers: Readonly<Partial<Record<TrashKind, Restorer>>>;

  constructor(ports: PortsOf<typeof RestoreFromTrash.ports>) {
    this.restorers = ports;
  }

  /** `features` restores those of spaces, where spaces hold features. @throws {StorageUnavailable} */
  async execute(entries: readonly TrashEntry[], features?: Restorer): Promise<RestoredEntries> {
    const done: { restored: RestoredEntry[]; left: LeftEntry[]; missing: string[] } = {
      restored: [],
      left: [],
      missing: [],
    };
    const todo = entries.values();
    const work = async (): Promise<void> => {
      for (const { owner, id, kind } of todo)
        try {
          const restorer = kind === 'features' ? features : this.restorers[kind];
          if (restorer === undefined) throw new NotInTrash();
          const { isRenamed } = await restorer.execute(owner, id);
          done.restored.push({ id, kind, isRenamed });
        } catch (error) {
          if (error instanceof NotInTrash) done.missing.push(id);
          else if (error instanceof DomainError && !(error instanceof StorageUnavailable))
            done.left.push({ id, kind, code: error.code });
          else throw error;
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return done;
  }
}
