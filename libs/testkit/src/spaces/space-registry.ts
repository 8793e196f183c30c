import { TrashRules, type Clock, type IdGenerator } from '@cairn/kernel';
import {
  ANONYMOUS,
  CreateSpace,
  DeleteSpace,
  ListSpaces,
  ownerCaller,
  ReadSpace,
  SpaceStorage,
  UpdateSpace,
  type SpaceRequest,
} from '@cairn/spaces';
import type { SpaceRepository } from '@cairn/spaces/spi';

/** The ports that the space registry needs. */
export interface SpaceRegistryPorts {
  readonly spaces: SpaceRepository;
  readonly clock: Clock;
  readonly ids: IdGenerator;
}

/** The use cases of the space registry. */
export interface SpaceRegistry {
  readonly create: CreateSpace;
  readonly read: ReadSpace;
  readonly list: ListSpaces;
  readonly update: UpdateSpace;
  readonly remove: DeleteSpace;
}

/** Creates the use cases over these ports. Content goes to a storage named `test`. */
export function spaceRegistry(ports: SpaceRegistryPorts): SpaceRegistry {
  const all = { ...ports, storage: new SpaceStorage('test'), trash: new TrashRules(0) };
  return {
    create: new CreateSpace(all),
    read: new ReadSpace(all),
    list: new ListSpaces(all),
    update: new UpdateSpace(all),
    remove: new DeleteSpace(all),
  };
}

/** Callers of every kind. The last two are for a service that requires credentials. */
export const callers = {
  anonymous: ownerCaller({ owner: ANONYMOUS, anonymousAllowed: true }),
  alice: ownerCaller({ owner: 'alice', anonymousAllowed: true }),
  bob: ownerCaller({ owner: 'bob', anonymousAllowed: true }),
  administrator: ownerCaller({ owner: 'root', administrator: true, anonymousAllowed: true }),
  aliceClosed: ownerCaller({ owner: 'alice' }),
  administratorClosed: ownerCaller({ owner: 'root', administrator: true }),
} as const;

/** A request for a space with title and description only. */
export function aSpaceRequest(given: Partial<SpaceRequest> = {}): SpaceRequest {
  return { title: 'Trees', description: 'Every tree of the park', ...given };
}
