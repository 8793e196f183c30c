import { formatImagePlace, parseImagePlace, type ImageQuery, type ImageCondition } from '@cairn/images';
import { CatalogRepository } from '@cairn/images/spi';
import { Clock, KeyedMutex, WorkAttempts, type JobRun, type PortsOf, type WorkRun } from '@cairn/kernel';
import { FEATURE_SEPARATOR, SpaceNotFound } from '@cairn/spaces';
import { FeatureStore } from '@cairn/spaces/spi';
import { PhotoAddresses } from './photo-addresses.js';
import { imageIdOf, isPlaced, photoFeature, photoRemoval, PHOTO_PREFIX } from './photo-feature.js';
import { isOn, newWork, type PhotoFault, type PhotoLink, type PhotoWork } from './photo-link.js';
import { PhotoLinkRepository } from './photo-link-repository.js';
import { includes } from './photo-source.js';
import { blocked, failed, finished, refusedRemoval, withFault, withoutFailure } from './photo-work.js';
import { PHOTO_WRITES, PhotoWriter, SpaceBlocked } from './photo-writer.js';

/** The name of the job. */
export const PHOTO_JOB = 'place-photos';

/** Batch size of images or features. */
const AT_ONCE = 200;

const SORT = 'oldest';

/**
 * Synchronizes the features of each link with its photos: when it is created, when it ends, and once a day. Works in
 * steps with a stored checkpoint each, so that an interrupted run resumes.
 */
export class CheckPhotos {
  static readonly ports = {
    links: PhotoLinkRepository,
    catalog: CatalogRepository,
    features: FeatureStore,
    writer: PhotoWriter,
    addresses: PhotoAddresses,
    clock: Clock,
    mutex: KeyedMutex,
    attempts: WorkAttempts,
  };

  constructor(private readonly ports: PortsOf<typeof CheckPhotos.ports>) {}

  /** Does everything that is due, and returns the number of steps. `report` is called with the current link. */
  async execute({ signal, report }: JobRun): Promise<number> {
    const isAborted = (): boolean => signal.aborted; // It changes while this waits.
    const run = this.ports.attempts.run(PHOTO_JOB);
    let steps = 0;
    while (!isAborted()) {
      const looked = await this.ports.mutex.run(PHOTO_WRITES, () => this.step(run, signal));
      if (looked === undefined) break;
      report({ done: looked });
      steps += 1;
    }
    return steps;
  }

  /** The number of checked images of the link; `undefined` if nothing is due. */
  private async step(run: WorkRun, signal: JobRun['signal']): Promise<number | undefined> {
    const { links, clock } = this.ports;
    const due = await links.findDue(clock.now());
    if (due === undefined) return undefined;
    const link = { ...due, work: withoutFailure(due.work) };
    const outcome = await run.attempt(link.id, () => this.advance(link), { signal });
    if (outcome !== 'done' && !signal.aborted) await links.save(link, failed(link.work, clock.now()));
    return link.work.done;
  }

  private async advance(link: PhotoLink): Promise<void> {
    const { links } = this.ports;
    try {
      const work = await this.next(link);
      await (work === 'removed' ? links.remove(link) : links.save(link, work));
    } catch (error) {
      if (error instanceof SpaceNotFound) await links.remove(link);
      else if (error instanceof SpaceBlocked) await this.refused(link, error.fault);
      else throw error;
    }
  }

  private async next(link: PhotoLink): Promise<PhotoWork | 'removed'> {
    const { clock } = this.ports;
    switch (link.work.phase) {
      case 'idle':
      case 'blocked':
        return newWork('placing', clock.now());
      case 'placing':
        return await this.place(link);
      case 'checking': {
        const work = await this.removeOthers(link);
        return work ?? finished(link.work, clock.now());
      }
      case 'removing':
        return (await this.removeOthers(link)) ?? 'removed';
    }
  }

  private async place(link: PhotoLink): Promise<PhotoWork> {
    const { owner, source, work } = link;
    const after = work.after === undefined ? undefined : parseImagePlace(work.after, SORT);
    const query = queryOf(source);
    const { images, next } = await this.ports.catalog.list(owner, query, { limit: AT_ONCE, after });
    const photos = images.filter((image) => isPlaced(image) && includes(source, image));
    const features = photos.map((image) => photoFeature(image, this.ports.addresses));
    const fault = await this.ports.writer.write(link, features);
    const done = work.done + images.length;
    const reached = withFault({ ...work, done }, fault);
    return next === undefined
      ? { ...reached, phase: 'checking', after: undefined }
      : { ...reached, after: formatImagePlace(next) };
  }

  /** Removes features of photos that no link puts into the space; `undefined` after the last batch. */
  private async removeOthers({ owner, spaceId, work }: PhotoLink): Promise<PhotoWork | undefined> {
    const { links, catalog, features, writer } = this.ports;
    const { after = PHOTO_PREFIX } = work;
    const ids: string[] = [];
    let last: string | undefined;
    for await (const chunk of features.query(spaceId, { after, limit: AT_ONCE })) {
      last = chunk.last;
      ids.push(...chunk.text.split(FEATURE_SEPARATOR).flatMap((text) => imageIdOf(text) ?? []));
    }
    const others = (await links.list([owner])).filter((link) => link.spaceId === spaceId && isOn(link));
    const images = await catalog.find(owner, ids);
    const wanted = images.filter(
      (image) => isPlaced(image) && others.some(({ source }) => includes(source, image)),
    );
    const stay = new Set(wanted.map(({ id }) => id));
    const gone = ids.filter((id) => !stay.has(id));
    await writer.write({ owner, spaceId }, gone.map(photoRemoval));
    return last?.startsWith(PHOTO_PREFIX) ? { ...work, after: last } : undefined;
  }

  /** If the owner may no longer write to the space, its features cannot be removed: the link ends without that. */
  private async refused(link: PhotoLink, fault: PhotoFault): Promise<void> {
    const { links, clock } = this.ports;
    if (link.work.phase !== 'removing') await links.save(link, blocked(fault, clock.now()));
    else if (fault.code === 'space-forbidden') await links.remove(link);
    else await links.save(link, refusedRemoval(link.work, fault, clock.now()));
  }
}

function queryOf(source: PhotoLink['source']): ImageQuery {
  const where: readonly ImageCondition[] =
    source.kind === 'folder' && source.path !== ''
      ? [{ kind: 'folder', path: source.path, depth: 'tree' }]
      : [];
  return { where, sort: SORT };
}
