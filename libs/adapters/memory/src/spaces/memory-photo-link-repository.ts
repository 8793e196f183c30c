import { compareTexts } from '@cairn/kernel';
import { formatSource, PhotoLinkLimitReached, PhotoLinkNotFound, type PhotoLink } from '@cairn/photo-places';
import {
  isOn,
  newWork,
  type EndedPhotoLink,
  type NewPhotoLink,
  type PhotoLinkRepository,
  type PhotoWork,
} from '@cairn/photo-places/spi';
import { SpaceNotFound } from '@cairn/spaces';
import { counted, isOwners } from '../traces.js';
import type { MemorySpaceRepository } from './memory-space-repository.js';

/** Keeps links of photos in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryPhotoLinkRepository implements PhotoLinkRepository {
  private readonly links = new Map<string, PhotoLink>();
  readonly traces = [counted('photoLinks', () => this.links.values(), isOwners)];

  constructor(private readonly spaces: MemorySpaceRepository) {
    spaces.onRemoval((spaceId) => {
      const lost = this.every((link) => link.spaceId === spaceId);
      for (const { id } of lost) this.links.delete(id);
      return { putBack: (now) => lost.forEach((link) => this.putBack(link, now)) };
    });
  }

  async put({ id, owner, source, spaceId, now, maxLinks }: NewPhotoLink): Promise<PhotoLink> {
    if (!this.spaces.has(spaceId)) throw new SpaceNotFound(spaceId);
    const ofSource = this.every((link) => isOf(link, { owner, source }));
    const former = ofSource.find((link) => link.spaceId === spaceId);
    const others = this.every((link) => link.owner === owner && isOn(link)).filter(
      (link) => !isOf(link, { owner, source }),
    );
    if (others.length >= maxLinks) throw new PhotoLinkLimitReached(maxLinks);
    for (const link of ofSource.filter((other) => other !== former && isOn(other)))
      this.begin(link, newWork('removing', now));
    if (former === undefined) {
      const made = {
        id,
        owner,
        source,
        spaceId,
        createdAt: now,
        generation: 1,
        work: newWork('placing', now),
      };
      this.links.set(id, copyOf(made));
      return copyOf(made);
    }
    const isAnew = !isOn(former) || former.work.fault !== undefined;
    return copyOf(isAnew ? this.begin(former, newWork('placing', now)) : former);
  }

  async end({ now, ...source }: EndedPhotoLink): Promise<void> {
    const [link] = this.every((candidate) => isOf(candidate, source) && isOn(candidate));
    if (link === undefined) throw new PhotoLinkNotFound();
    this.begin(link, newWork('removing', now));
  }

  async list(owners: readonly string[]): Promise<readonly PhotoLink[]> {
    return this.every(({ owner }) => owners.includes(owner))
      .sort((one, other) => one.createdAt - other.createdAt || compareTexts(one.id, other.id))
      .map(copyOf);
  }

  async findDue(now: number): Promise<PhotoLink | undefined> {
    const [link] = this.every(({ work }) => work.dueAt <= now).sort(
      (one, other) => one.work.dueAt - other.work.dueAt || compareTexts(one.id, other.id),
    );
    return link && copyOf(link);
  }

  async save(link: Pick<PhotoLink, 'id' | 'generation'>, work: PhotoWork): Promise<void> {
    const stored = this.sameGeneration(link);
    if (stored !== undefined) this.links.set(link.id, copyOf({ ...stored, work }));
  }

  async remove(link: Pick<PhotoLink, 'id' | 'generation'>): Promise<void> {
    if (this.sameGeneration(link) !== undefined) this.links.delete(link.id);
  }

  async wake(spaceIds: readonly string[], now: number): Promise<void> {
    for (const link of this.every(
      ({ spaceId, work }) => spaceIds.includes(spaceId) && work.fault !== undefined,
    ))
      this.links.set(link.id, { ...link, work: { ...link.work, dueAt: now } });
  }

  /** Photos that belong to another space by now stay there. */
  private putBack(link: PhotoLink, now: number): void {
    const isElsewhere = isOn(link) && this.every((other) => isOf(other, link) && isOn(other)).length > 0;
    if (!isElsewhere) this.begin(link, newWork(isOn(link) ? 'placing' : 'removing', now));
  }

  private begin(link: PhotoLink, work: PhotoWork): PhotoLink {
    const changed = { ...link, work, generation: link.generation + 1 };
    this.links.set(link.id, changed);
    return changed;
  }

  private sameGeneration({ id, generation }: Pick<PhotoLink, 'id' | 'generation'>): PhotoLink | undefined {
    const link = this.links.get(id);
    return link?.generation === generation ? link : undefined;
  }

  private every(isWanted: (link: PhotoLink) => boolean): PhotoLink[] {
    return [...this.links.values()].filter(isWanted);
  }
}

function isOf(link: PhotoLink, { owner, source }: Pick<PhotoLink, 'owner' | 'source'>): boolean {
  return link.owner === owner && formatSource(link.source) === formatSource(source);
}

function copyOf(link: PhotoLink): PhotoLink {
  const { source, work } = link;
  const { fault } = work;
  const copied = { ...link, source: { ...source }, work: { ...work } };
  return fault === undefined ? copied : { ...copied, work: { ...work, fault: { ...fault } } };
}
