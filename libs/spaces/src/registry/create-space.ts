import { parseAll, Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { assertMayName, assertMayOwn, assertMayPackage, type Caller } from '../caller.js';
import { assertMayConfigure, assertStorage, SpaceStorage } from './configuration.js';
import { SpaceExists, SpaceNotFound } from '../errors.js';
import { parseOwner } from './owner.js';
import { settingsOf, settingsParsers } from './settings/parse-settings.js';
import type { GivenMembers } from './settings/readers.js';
import { SpaceRepository } from './space-repository.js';
import {
  MAX_SPACES,
  parseDescription,
  parseSpaceId,
  parseTitle,
  type Space,
  type SpaceDetails,
} from './space.js';

/** The length of a random space identifier. */
export const SPACE_ID_LENGTH = 8;

export interface SpaceRequest extends SpaceDetails {
  /** Chosen by the client. Default: `madeId`. */
  readonly id?: string | undefined;
  /** Default: a random identifier. */
  readonly madeId?: string | undefined;
  /** Default: the caller. */
  readonly owner?: string | undefined;
  /** Default: the storage of this service. */
  readonly storageId?: string | undefined;
  /** Default: none. */
  readonly settings?: GivenMembers | undefined;
  /** Checks everything but stores nothing. */
  readonly dryRun?: boolean | undefined;
  /**
   * If a space with this id and owner was created since this time, an earlier attempt made it, and it is the result.
   */
  readonly attemptedSince?: number | undefined;
}

/** Creates a space. */
export class CreateSpace {
  static readonly ports = { spaces: SpaceRepository, storage: SpaceStorage, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof CreateSpace.ports>) {}

  /**
   * @throws {InvalidInput} {SpaceForbidden} {StorageNotFound} {SpaceLimitReached}
   * @throws {SpaceExists} if the requested identifier is taken.
   */
  async execute(caller: Caller, request: SpaceRequest): Promise<Space> {
    const space = this.prepare(caller, request);
    try {
      const { maxSpaces = MAX_SPACES } = caller.limits ?? {};
      const { spaces } = this.ports;
      await (request.dryRun ? spaces.assertAddable(space, { maxSpaces }) : spaces.add(space, { maxSpaces }));
      return space;
    } catch (error) {
      const { madeId, id = madeId, attemptedSince } = request;
      if (!(error instanceof SpaceExists)) throw error;
      const made = attemptedSince === undefined ? undefined : await this.made(space, attemptedSince);
      if (made !== undefined) return made;
      if (id !== undefined) throw error;
      return await this.execute(caller, request);
    }
  }

  private async made({ id, owner }: Space, since: number): Promise<Space | undefined> {
    try {
      const known = await this.ports.spaces.get(id);
      return known.owner === owner && known.createdAt >= since ? known : undefined;
    } catch (error) {
      if (error instanceof SpaceNotFound) return undefined; // it is in the trash
      throw error;
    }
  }

  private prepare(caller: Caller, request: SpaceRequest): Space {
    const { storage, clock, ids } = this.ports;
    const { madeId, id: chosenId = madeId } = request;
    const { id, title, description, owner, ...settings } = parseAll({
      id: () => (chosenId === undefined ? ids.next(SPACE_ID_LENGTH) : parseSpaceId(chosenId)),
      title: () => parseTitle(request.title),
      description: () => parseDescription(request.description),
      // The caller's own name is an account id and is not validated as an owner name.
      owner: () => (request.owner === undefined ? caller.owner : parseOwner(request.owner)),
      ...settingsParsers(request.settings ?? {}),
    });
    const now = clock.now();
    const times = { createdAt: now, updatedAt: now, contentUpdatedAt: now };
    const details = { id, title, description, owner, settings: settingsOf(settings) };
    const space = { ...details, storageId: storage.id, ...times };
    assertMayOwn(caller, space);
    if (request.id !== undefined) assertMayName(caller, space);
    assertMayPackage(caller, space);
    assertMayConfigure(caller, { ...space, settings: {} }, space);
    if (request.storageId !== undefined) assertStorage(caller, storage, request.storageId);
    return space;
  }
}
