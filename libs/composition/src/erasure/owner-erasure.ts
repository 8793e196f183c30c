import { UserNotFound } from '@cairn/access';
import { UserRepository } from '@cairn/access/spi';
import { AlbumNotFound, DiscardPrepared, storedFile, type JobStep } from '@cairn/images';
import { AlbumRepository, CatalogRepository } from '@cairn/images/spi';
import {
  Clock,
  FailedWorkRepository,
  Outbox,
  OwnerTraces,
  StorageUnavailable,
  Timer,
  Trash,
  type PortsOf,
  type UserJob,
} from '@cairn/kernel';
import { MapNotFound } from '@cairn/maps';
import { MapRepository } from '@cairn/maps/spi';
import { PhotoLinkNotFound } from '@cairn/photo-places';
import { PhotoLinkRepository } from '@cairn/photo-places/spi';
import { SpaceNotFound } from '@cairn/spaces';
import { SpaceRepository, type FeaturePorts } from '@cairn/spaces/spi';
import {
  one,
  OwnerStillWrites,
  parsePosition,
  parseReport,
  parseTask,
  sumOf,
  type ErasedCounts,
  type ErasurePosition,
  type ErasureReport,
  type ErasureTask,
  type UnfinishedWork,
} from './erasure.js';
import { WaitingRemoval } from './waiting-removal.js';
import { comesTrue, unfinishedDeletions } from './unfinished-deletions.js';

/** Records in one transaction: other writes wait for some milliseconds only. */
const AT_ONCE = 200;
/** Each of these is a transaction of its own. */
const FEW = 20;
/** How often everything is erased again because something came in meanwhile. */
const MAX_PASSES = 10;
/** The wait between steps that wait for other background work, and after one that a store was not there for. */
const LATER_MS = 5_000;
const OUTAGE_MS = 30_000;

/** What an erasure depends on that is not the same in every application. */
export interface ErasureSurroundings {
  /** The consumers of events that delete bytes. */
  readonly consumers: readonly string[];
  /** Absent where spaces have no features. */
  readonly features?: Pick<FeaturePorts, 'use' | 'purge'> | undefined;
}

/** The result of a part of a phase. */
interface Part {
  readonly erased?: ErasedCounts;
  readonly unfinished?: readonly UnfinishedWork[];
  readonly isDone: boolean;
  readonly waitMs?: number;
}

interface Context extends ErasureTask {
  readonly around: ErasureSurroundings;
}

/**
 * Carries out erasures. Each step erases a part in one transaction, and can be repeated. Images, albums, spaces and maps go by their
 * repositories, whose events have their bytes deleted; all else by `OwnerTraces`, which also shows at the end that nothing is left.
 */
export class OwnerErasure {
  static readonly ports = {
    traces: OwnerTraces,
    users: UserRepository,
    catalog: CatalogRepository,
    albums: AlbumRepository,
    waiting: WaitingRemoval,
    uploads: DiscardPrepared,
    spaces: SpaceRepository,
    maps: MapRepository,
    photoLinks: PhotoLinkRepository,
    trash: Trash,
    outbox: Outbox,
    failures: FailedWorkRepository,
    clock: Clock,
    timer: Timer,
  };

  /** In this order: who could write comes first, and what others refer to last. */
  private readonly phases: readonly ((context: Context) => Promise<Part>)[] = [
    (context) => this.eraseRecords({ ...context, actors: [] }),
    (context) => this.removeUsers(context),
    (context) => this.removeSpaces(context),
    (context) => this.removeMaps(context),
    (context) => this.endPhotoLinks(context),
    (context) => this.discardUploads(context),
    (context) => this.removeImages(context),
    ({ owner }) => this.ports.waiting.execute(owner, AT_ONCE),
    (context) => this.removeAlbums(context),
    (context) => this.purgeTrash(context),
    (context) => this.eraseAddresses(context),
    (context) => this.eraseRecords(context),
    (context) => this.awaitConsumers(context),
    (context) => this.purgeFeatures(context),
  ];

  constructor(private readonly ports: PortsOf<typeof OwnerErasure.ports>) {}

  /** @throws {OwnerStillWrites} {LastOwner} {AccountNeedsOwner} if an account of others would have no owner any more. */
  async step(job: UserJob, around: ErasureSurroundings): Promise<JobStep> {
    const { phase, passes } = job.position === '' ? { phase: 0, passes: 0 } : parsePosition(job.position);
    const context = { ...parseTask(job.input), around };
    try {
      const carryOut = this.phases[phase];
      if (carryOut === undefined) return await this.verify(job, context, passes);
      const { erased = {}, unfinished = [], isDone, waitMs } = await carryOut(context);
      const before = parseReport(job.result);
      const { bytes: _, features: __, ...records } = erased;
      const report: ErasureReport = {
        ...before,
        erased: sumOf(before.erased, erased),
        unfinished: [...before.unfinished, ...unfinished],
      };
      const position: ErasurePosition = { phase: isDone ? phase + 1 : phase, passes };
      return {
        done: job.done + Object.values(records).reduce((sum, count) => sum + count, 0),
        position: JSON.stringify(position),
        result: JSON.stringify(report),
        isOver: false,
        waitMs,
      };
    } catch (error) {
      // Nobody may have to ask again because a store was away for long.
      if (!(error instanceof StorageUnavailable)) throw error;
      const { done, position, result } = job;
      return { done, position, result, isOver: false, waitMs: OUTAGE_MS };
    }
  }

  private async verify(job: UserJob, context: Context, passes: number): Promise<JobStep> {
    const { owner, actors } = context;
    const left = await this.ports.traces.count({ owner, actors });
    const { done, position, result } = job;
    if (Object.keys(left).length === 0) return { done, position, result, isOver: true };
    if (passes >= MAX_PASSES) throw new OwnerStillWrites(left);
    const again: ErasurePosition = { phase: 0, passes: passes + 1 };
    const report: ErasureReport = { ...parseReport(result), unfinished: [] }; // the next pass finds them again
    return {
      done,
      position: JSON.stringify(again),
      result: JSON.stringify(report),
      isOver: false,
      waitMs: passes === 0 ? 0 : LATER_MS,
    };
  }

  private async eraseRecords({ owner, actors }: Context): Promise<Part> {
    const erased = await this.ports.traces.erase({ owner, actors });
    return { erased, isDone: Object.keys(erased).length === 0 };
  }

  private async removeUsers({ owner }: Context): Promise<Part> {
    const { users, clock } = this.ports;
    let count = 0;
    for (const { id, accountId } of await users.list())
      if (accountId === owner) count += await one(users.remove(id, clock.now()), UserNotFound);
    return { erased: { users: count }, isDone: true };
  }

  private async removeSpaces({ owner, around: { features } }: Context): Promise<Part> {
    const { spaces } = this.ports;
    const { items } = await spaces.list({ owner }, { limit: FEW });
    if (items.length === 0) return { isDone: true };
    const before = await features?.use(owner);
    let count = 0;
    for (const { id } of items)
      count += await one(
        spaces.remove(id, (space) => {
          if (space.owner !== owner) throw new SpaceNotFound(id); // given away meanwhile
        }),
        SpaceNotFound,
      );
    const after = await features?.use(owner);
    const lost = (before?.featureCount ?? 0) - (after?.featureCount ?? 0);
    return { erased: { spaces: count, features: Math.max(lost, 0) }, isDone: false };
  }

  private async removeMaps({ owner }: Context): Promise<Part> {
    const { items } = await this.ports.maps.list(owner, { limit: AT_ONCE });
    let count = 0;
    for (const { id } of items) count += await one(this.ports.maps.remove({ owner, id }), MapNotFound);
    return { erased: { maps: count }, isDone: items.length === 0 };
  }

  /** Those that are left put photos into spaces of others. The job that places photos takes them out. */
  private async endPhotoLinks({ owner }: Context): Promise<Part> {
    const { photoLinks, clock } = this.ports;
    const links = await photoLinks.list([owner]);
    if (links.length === 0) return { isDone: true };
    const active = links.filter(({ work }) => work.phase !== 'removing');
    for (const { source } of active)
      await one(photoLinks.end({ owner, source, now: clock.now() }), PhotoLinkNotFound);
    const isDone = await comesTrue(this.ports, async () => (await photoLinks.list([owner])).length === 0);
    return { erased: { photoLinks: active.length }, isDone, ...(!isDone && { waitMs: LATER_MS }) };
  }

  private async discardUploads({ owner }: Context): Promise<Part> {
    const preparedUploads = await this.ports.uploads.ofOwner(owner, FEW);
    return { erased: { preparedUploads }, isDone: preparedUploads === 0 };
  }

  private async removeImages({ owner }: Context): Promise<Part> {
    const { catalog } = this.ports;
    const { images } = await catalog.list(owner, { where: [], sort: 'oldest' }, { limit: AT_ONCE });
    if (images.length === 0) return { isDone: true };
    const removed = await catalog.removeAll(
      owner,
      images.map(({ id }) => id),
    );
    const bytes = removed.reduce((sum, { file }) => sum + storedFile(file).sizeInBytes, 0);
    return { erased: { images: removed.length, bytes }, isDone: false };
  }

  private async removeAlbums({ owner }: Context): Promise<Part> {
    const { items } = await this.ports.albums.list(owner, { limit: FEW });
    let count = 0;
    for (const { album } of items)
      count += await one(this.ports.albums.remove({ owner, id: album.id }), AlbumNotFound);
    return { erased: { albums: count }, isDone: items.length === 0 };
  }

  private async purgeTrash({ owner }: Context): Promise<Part> {
    const { items } = await this.ports.trash.list(owner, {}, { limit: AT_ONCE });
    if (items.length === 0) return { isDone: true };
    const purged = await this.ports.trash.purge(
      owner,
      items.map(({ id }) => id),
    );
    const images = items.filter(({ kind }) => kind === 'image');
    const bytes = images.reduce((sum, { sizeInBytes }) => sum + sizeInBytes, 0);
    const features = items.reduce((sum, entry) => sum + (entry.features ?? 0), 0);
    return { erased: { trash: purged, bytes, features }, isDone: false };
  }

  private async eraseAddresses({ owner, addresses: how }: Context): Promise<Part> {
    const kept = how === 'digests' ? 'digests' : 'nothing';
    const addresses = await this.ports.catalog.eraseAddresses(owner, kept);
    return { erased: { addresses }, isDone: addresses === 0 };
  }

  private async awaitConsumers({ owner, around: { consumers } }: Context): Promise<Part> {
    const unfinished = await unfinishedDeletions(this.ports, { owner, consumers });
    return unfinished === undefined ? { isDone: false, waitMs: LATER_MS } : { unfinished, isDone: true };
  }

  private async purgeFeatures({ around: { features } }: Context): Promise<Part> {
    // Others' content may be purged, too. A step that fails is tried again by the job that purges.
    return { isDone: features === undefined || (await features.purge()) !== 'more' };
  }
}
