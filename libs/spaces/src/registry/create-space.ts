import { parseAll, Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { assertMayOwn, type Caller } from '../caller.js';
import { SpaceExists, SpaceNotFound, StorageNotFound } from '../errors.js';
import { parseOwner } from './owner.js';
import { SpaceRepository } from './space-repository.js';
import { SpaceStorage } from './space-storage.js';
import { parseDescription, parseSpaceId, parseTitle, type Space, type SpaceDetails } from './space.js';

const ID_LENGTH = 8;

export interface SpaceRequest extends SpaceDetails {
  /** Default: a random identifier. */
  readonly id?: string | undefined;
  /** Default: the caller. */
  readonly owner?: string | undefined;
  /** Default: the storage of this service. */
  readonly storageId?: string | undefined;
  /** Checks everything but stores nothing. */
  readonly dryRun?: boolean | undefined;
}

/** Creates a space. */
export class CreateSpace {
  static readonly ports = { spaces: SpaceRepository, storage: SpaceStorage, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof CreateSpace.ports>) {}

  /** @throws {InvalidInput} {SpaceForbidden} {StorageNotFound} {SpaceExists} if the requested identifier is taken. */
  async execute(caller: Caller, request: SpaceRequest): Promise<Space> {
    const space = this.prepare(caller, request);
    try {
      await (request.dryRun ? this.assertFree(space.id) : this.ports.spaces.add(space));
      return space;
    } catch (error) {
      if (request.id !== undefined || !(error instanceof SpaceExists)) throw error;
      return await this.execute(caller, request);
    }
  }

  private prepare(caller: Caller, request: SpaceRequest): Space {
    const { storage, clock, ids } = this.ports;
    const details = parseAll({
      id: () => (request.id === undefined ? ids.next(ID_LENGTH) : parseSpaceId(request.id)),
      title: () => parseTitle(request.title),
      description: () => parseDescription(request.description),
      // The caller's own name is an account id and is not validated as an owner name.
      owner: () => (request.owner === undefined ? caller.owner : parseOwner(request.owner)),
    });
    const { storageId = storage.id } = request;
    assertMayOwn(caller, details.owner);
    if (storageId !== storage.id) throw new StorageNotFound(storageId, storage.id);
    const now = clock.now();
    return { ...details, storageId, createdAt: now, updatedAt: now, contentUpdatedAt: now };
  }

  private async assertFree(id: string): Promise<void> {
    try {
      await this.ports.spaces.get(id);
    } catch (error) {
      if (error instanceof SpaceNotFound) return;
      throw error;
    }
    throw new SpaceExists(id);
  }
}
