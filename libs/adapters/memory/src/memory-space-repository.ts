import type { Page, PageRequest } from '@cairn/kernel';
import {
  positionOf,
  spaceCreated,
  spaceDeleted,
  SpaceExists,
  SpaceNotFound,
  spaceUpdated,
  type OwnerFilter,
  type Space,
  type SpaceRepository,
} from '@cairn/spaces';
import { pageOf } from './listing.js';
import type { MemoryOutbox } from './memory-outbox.js';

/** Keeps spaces in memory. Every method completes synchronously, so calls never interleave. */
export class MemorySpaceRepository implements SpaceRepository {
  private readonly spaces = new Map<string, Space>();
  private readonly removalListeners: ((id: string) => void)[] = [];

  /** Without an outbox no events are recorded. */
  constructor(private readonly outbox?: MemoryOutbox) {}

  async add(space: Space): Promise<void> {
    if (this.spaces.has(space.id)) throw new SpaceExists(space.id);
    this.spaces.set(space.id, { ...space });
    this.outbox?.append(spaceCreated(space));
  }

  async get(id: string): Promise<Space> {
    return { ...this.spaceOf(id) };
  }

  async list({ only, except }: OwnerFilter, page: PageRequest): Promise<Page<Space>> {
    const wanted = [...this.spaces.values()].filter(
      ({ owner }) => (only?.includes(owner) ?? true) && owner !== except,
    );
    const found = pageOf(wanted, page, { position: positionOf });
    return { ...found, items: found.items.map((space) => ({ ...space })) };
  }

  async update(id: string, change: (space: Space) => Space): Promise<Space> {
    const changed = change({ ...this.spaceOf(id) });
    this.spaces.set(id, { ...changed });
    this.outbox?.append(spaceUpdated(changed));
    return changed;
  }

  async remove(id: string, permit: (space: Space) => void): Promise<Space> {
    const space = this.spaceOf(id);
    permit({ ...space });
    this.spaces.delete(id);
    for (const listener of this.removalListeners) listener(id);
    this.outbox?.append(spaceDeleted(space));
    return space;
  }

  /** For what belongs to a space: called in the very turn in which it is removed. */
  onRemoval(listener: (id: string) => void): void {
    this.removalListeners.push(listener);
  }

  /** For the features of a space, in the very turn in which they change. @throws {SpaceNotFound} */
  changeContent(id: string, now: number): void {
    const space = this.spaceOf(id);
    this.spaces.set(id, { ...space, contentUpdatedAt: Math.max(now, space.contentUpdatedAt) });
  }

  /** @throws {SpaceNotFound} */
  assertPresent(id: string): void {
    this.spaceOf(id);
  }

  private spaceOf(id: string): Space {
    const space = this.spaces.get(id);
    if (space === undefined) throw new SpaceNotFound(id);
    return space;
  }
}
