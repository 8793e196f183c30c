import type { Page, PageRequest } from '@cairn/kernel';
import {
  SpaceExists,
  SpaceLimitReached,
  SpaceNotFound,
  type Space,
  type SpaceFilter,
  type SpaceSettings,
} from '@cairn/spaces';
import {
  positionOf,
  matchesFilter,
  spaceCreated,
  spaceDeleted,
  spaceUpdated,
  type CallerLimits,
  type SpaceRepository,
} from '@cairn/spaces/spi';
import { pageOf } from './listing.js';
import type { MemoryOutbox } from './memory-outbox.js';

/** Keeps spaces in memory. Every method completes synchronously, so calls never interleave. */
export class MemorySpaceRepository implements SpaceRepository {
  private readonly spaces = new Map<string, Space>();
  private readonly removalListeners: ((id: string) => void)[] = [];

  /** Without an outbox no events are recorded. */
  constructor(private readonly outbox?: MemoryOutbox) {}

  get size(): number {
    return this.spaces.size;
  }

  async add(space: Space, { maxSpaces = Infinity }: Pick<CallerLimits, 'maxSpaces'> = {}): Promise<void> {
    if (this.spaces.has(space.id)) throw new SpaceExists(space.id);
    if (maxSpaces < Infinity && this.countOf(space.owner) >= maxSpaces)
      throw new SpaceLimitReached(maxSpaces);
    this.spaces.set(space.id, copyOf(space));
    this.outbox?.append(spaceCreated(space));
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

  async remove(id: string, permit: (space: Space) => void): Promise<Space> {
    const space = this.spaceOf(id);
    permit(copyOf(space));
    this.spaces.delete(id);
    for (const listener of this.removalListeners) listener(id);
    this.outbox?.append(spaceDeleted(space));
    return space;
  }

  /** The listener is called synchronously with the removal of a space. */
  onRemoval(listener: (id: string) => void): void {
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

  has(id: string): boolean {
    return this.spaces.has(id);
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
