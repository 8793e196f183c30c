import type { Disposal, Page, PageRequest } from '@cairn/kernel';
import {
  SpaceExists,
  SpaceLimitReached,
  SpaceNotFound,
  type FeatureQuota,
  type FeatureUse,
  type Space,
  type SpaceFilter,
  type SpaceSettings,
} from '@cairn/spaces';
import {
  entryOfSpace,
  positionOf,
  matchesFilter,
  spaceCreated,
  spaceDeleted,
  spaceUpdated,
  type CallerLimits,
  type SpaceRepository,
  type SpaceRestoration,
} from '@cairn/spaces/spi';
import { pageOf } from '../listing.js';
import { counted, isOwners } from '../traces.js';
import type { MemoryOutbox } from '../kernel/memory-outbox.js';
import { MemoryRemoved } from '../trash/memory-removed.js';
import { MemoryTrash } from '../trash/memory-trash.js';

/** A part of a removed space that the trash keeps. */
export interface LostPart {
  readonly use?: FeatureUse;
  /** @throws {FeatureQuotaExceeded} if restoring it would exceed the owner's quota. */
  readonly assertFits?: (owner: string, quota: FeatureQuota | undefined) => void;
  putBack(now: number): void;
}

interface RemovedSpace {
  readonly space: Space;
  readonly parts: readonly LostPart[];
}

const NOTHING: FeatureUse = { featureCount: 0, length: 0 };

/** Keeps spaces in memory. Every method completes synchronously, so calls never interleave. */
export class MemorySpaceRepository implements SpaceRepository {
  private readonly spaces = new Map<string, Space>();
  private readonly removed: MemoryRemoved<RemovedSpace>;
  readonly traces = [counted('spaces', () => this.spaces.values(), isOwners)];
  private readonly removalListeners: ((id: string) => LostPart | undefined)[] = [];

  /** Without an outbox no events are recorded. */
  constructor(
    private readonly outbox?: MemoryOutbox,
    readonly trash = new MemoryTrash({ outbox }),
  ) {
    this.removed = new MemoryRemoved(trash, 'space');
    trash.hasSpace = (id, owner) => this.spaces.get(id)?.owner === owner;
  }

  get size(): number {
    return this.spaces.size;
  }

  async add(space: Space, { maxSpaces = Infinity }: Pick<CallerLimits, 'maxSpaces'> = {}): Promise<void> {
    this.assertNew(space, maxSpaces);
    this.trash.forget(space.owner, { type: 'space', id: space.id });
    this.spaces.set(space.id, copyOf(space));
    this.outbox?.append(spaceCreated(space));
  }

  async assertAddable(
    space: Pick<Space, 'id' | 'owner'>,
    { maxSpaces = Infinity }: Pick<CallerLimits, 'maxSpaces'> = {},
  ): Promise<void> {
    this.assertNew(space, maxSpaces);
  }

  async get(id: string): Promise<Space> {
    return copyOf(this.spaceOf(id));
  }

  async list(filter: SpaceFilter, page: PageRequest): Promise<Page<Space>> {
    const wanted = [...this.spaces.values()].filter((space) => matchesFilter(filter, space));
    const found = pageOf(wanted, page, { position: positionOf });
    return { ...found, items: found.items.map(copyOf) };
  }

  async update(id: string, change: (space: Space) => Space): Promise<Space> {
    const changed = change(copyOf(this.spaceOf(id)));
    this.spaces.set(id, copyOf(changed));
    this.outbox?.append(spaceUpdated(changed));
    return changed;
  }

  async remove(id: string, permit: (space: Space) => void, disposal?: Disposal): Promise<Space> {
    const space = this.spaceOf(id);
    permit(copyOf(space));
    this.spaces.delete(id);
    const parts = this.removalListeners.flatMap((listener) => listener(id) ?? []);
    if (disposal !== undefined) {
      const { featureCount: total, length } = parts.find(({ use }) => use !== undefined)?.use ?? NOTHING;
      const entry = entryOfSpace(space, { total, summary: { length } }, disposal);
      this.removed.put(entry, { space: copyOf(space), parts });
    } else this.trash.forget(space.owner, { type: 'space', id });
    this.outbox?.append(spaceDeleted(space));
    return space;
  }

  async restore({ owner, entry, now, maxSpaces = Infinity, quota }: SpaceRestoration): Promise<Space> {
    const { space, parts } = this.removed.get(owner, entry);
    this.assertFree(space, maxSpaces);
    for (const part of parts) part.assertFits?.(space.owner, quota);
    this.trash.take(entry);
    this.spaces.set(space.id, copyOf(space));
    for (const part of parts) part.putBack(now);
    this.outbox?.append(spaceCreated(space));
    return copyOf(space);
  }

  /**
   * The listener is called synchronously when a space is removed. It returns the part that was removed with the space.
   */
  onRemoval(listener: (id: string) => LostPart | undefined): void {
    this.removalListeners.push(listener);
  }

  /** Called synchronously with a change of features. @throws {SpaceNotFound} */
  changeContent(id: string, now: number): void {
    const space = this.spaceOf(id);
    this.spaces.set(id, { ...space, contentUpdatedAt: Math.max(now, space.contentUpdatedAt) });
  }

  /** The current settings. @throws {SpaceNotFound} */
  settingsOf(id: string): SpaceSettings {
    return this.spaceOf(id).settings;
  }

  ownerOf(id: string): string {
    return this.spaceOf(id).owner;
  }

  /** The unchanging members of a space, and its title. @throws {SpaceNotFound} */
  identityOf(id: string): Pick<Space, 'id' | 'owner' | 'title' | 'createdAt'> {
    return this.spaceOf(id);
  }

  has(id: string): boolean {
    return this.spaces.has(id);
  }

  private assertNew(space: Pick<Space, 'id' | 'owner'>, maxSpaces: number): void {
    this.assertFree(space, maxSpaces);
    if (this.trash.isReserved(space)) throw new SpaceExists(space.id);
  }

  private assertFree({ id, owner }: Pick<Space, 'id' | 'owner'>, maxSpaces: number): void {
    if (this.spaces.has(id)) throw new SpaceExists(id);
    if (maxSpaces < Infinity && this.countOf(owner) >= maxSpaces) throw new SpaceLimitReached(maxSpaces);
  }

  private countOf(owner: string): number {
    return [...this.spaces.values()].filter((space) => space.owner === owner).length;
  }

  private spaceOf(id: string): Space {
    const space = this.spaces.get(id);
    if (space === undefined) throw new SpaceNotFound(id);
    return space;
  }
}

function copyOf(space: Space): Space {
  return { ...space, settings: parseSettings(JSON.stringify(space.settings)) };
}

const parseSettings: (json: string) => Space['settings'] = JSON.parse;
